import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { Names } from '../../data/words/names.js';
import { oneOfWords, targetWords } from './shared/target-words.js';
import { Avatar } from '../../ui/avatar.js';
import { AvatarRow } from '../../ui/person.js';
import { Ladder, LadderRung } from '../../ui/ladder.js';
import { Section } from '../../ui/screen.js';
import { minutesInWords } from '../../data/time/times.js';
import { courseOf, type Draft } from './draft.js';
import { conditionWords } from './shared/condition-words.js';

interface Rung {
  readonly key: string;
  readonly mark: string;
  readonly title: string;
  readonly when: string;
  readonly who: string;
  /** People whom it pages now; `isNamed`: `who` has their names. */
  readonly people?: readonly string[];
  readonly isNamed?: boolean;
  readonly only?: string;
  readonly isEmpty?: boolean;
}

/** After the steps: the repeats, managers, owners, and from the start. */
function lastRungs({ repeats }: Draft, round: number, teamName: string): readonly Rung[] {
  const whole = round * (repeats + 1);
  const again: Rung = {
    key: 'again',
    mark: '↻',
    title: repeats === 1 ? 'Repeats once' : `Repeats ${repeats} times`,
    when: minutesInWords(round),
    who: `all steps again, ${repeats === 1 ? 'once' : `${repeats} times`}`,
  };
  return [
    ...(repeats > 0 ? [again] : []),
    { key: 'managers', mark: 'M', title: 'Managers', when: minutesInWords(whole), who: `the managers of ${teamName}, by every method` },
    {
      key: 'owners',
      mark: 'O',
      title: 'Owners',
      when: minutesInWords(whole + policyLimits.ownersAfterManagers / 60_000),
      who: 'the owners',
    },
    {
      key: 'restart',
      mark: '↻',
      title: 'Starts again',
      when: minutesInWords(whole + policyLimits.restartAfterExhausted / 60_000),
      who: 'from step 1, until someone acknowledges',
    },
  ];
}

/** Whom a step pages: their names are read out where they aren’t written. */
function Faces({ ids, isNamed, names }: { ids: readonly string[]; isNamed: boolean; names: Names }) {
  if (ids.length === 0) return null;
  if (!isNamed) return <AvatarRow people={ids.map((id) => ({ id, name: names.person(id) }))} />;
  return ids.map((id) => <Avatar key={id} personId={id} name={names.person(id)} />);
}

/** The policy as a ladder if no one acknowledges. */
export function Course({ draft, names, teamName }: { draft: Draft; names: Names; teamName: string }) {
  const { rungs, round } = courseOf(draft);
  const steps = rungs.map(({ stepId, after, targets, oneInTurn, conditions }, n): Rung => ({
    key: stepId,
    mark: String(n + 1),
    title: `Step ${n + 1}`,
    when: after === 0 ? 'at once' : minutesInWords(after),
    who:
      targets.length > 0
        ? oneOfWords({ oneInTurn }, targets.map((target) => targetWords(target, names, names.me)).join(', '))
        : 'no one: skipped',
    people: names.behind(targets),
    isNamed: targets.every(({ kind }) => kind === 'person'),
    isEmpty: targets.length === 0,
    only: conditionWords(conditions),
  }));
  return (
    <Section title="If no one acknowledges">
      <Ladder label="Course of the policy">
        {[...steps, ...lastRungs(draft, round, teamName)].map(
          ({ key, mark, title, when, who, people = [], isNamed = false, only, isEmpty }, n) => (
            <LadderRung key={key} state={n === 0 ? 'now' : isEmpty ? 'skipped' : 'later'} mark={mark} title={title} at={when}>
              <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <Faces ids={people} isNamed={isNamed} names={names} />
                <span className={isEmpty ? 'text-warn' : 'font-medium'}>{who}</span>
              </div>
              {only && <p className="text-xs text-muted">{only}</p>}
            </LadderRung>
          ),
        )}
      </Ladder>
    </Section>
  );
}
