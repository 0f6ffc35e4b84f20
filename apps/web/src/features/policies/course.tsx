import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { Names } from '../../data/words/names.js';
import { oneOfWords, targetWords } from './shared/target-words.js';
import { Section } from '../../ui/screen.js';
import { minutesInWords } from '../../data/time/times.js';
import { courseOf, type Draft } from './draft.js';
import { conditionWords } from './shared/condition-words.js';

/** The policy as a timeline if no one acknowledges. */
export function Course({ draft, names, teamName }: { draft: Draft; names: Names; teamName: string }) {
  const { rungs, round } = courseOf(draft);
  const whole = round * (draft.repeats + 1);
  const lines = [
    ...rungs.map(({ stepId, after, targets, oneInTurn, conditions }) => ({
      key: stepId,
      when: after === 0 ? 'at once' : minutesInWords(after),
      who:
        targets.length > 0
          ? oneOfWords({ oneInTurn }, targets.map((target) => targetWords(target, names, names.me)).join(', '))
          : 'no one: skipped',
      isEmpty: targets.length === 0,
      only: conditionWords(conditions),
    })),
    ...(draft.repeats > 0
      ? [
          {
            key: 'again',
            when: minutesInWords(round),
            who: `all steps again, ${draft.repeats === 1 ? 'once' : `${draft.repeats} times`}`,
            isEmpty: false,
            only: '',
          },
        ]
      : []),
    { key: 'managers', when: minutesInWords(whole), who: `the managers of ${teamName}, by every method`, isEmpty: false, only: '' },
    { key: 'owners', when: minutesInWords(whole + policyLimits.ownersAfterManagers / 60_000), who: 'the owners', isEmpty: false, only: '' },
    {
      key: 'restart',
      when: minutesInWords(whole + policyLimits.restartAfterExhausted / 60_000),
      who: 'from step 1, until someone acknowledges',
      isEmpty: false,
      only: '',
    },
  ];
  return (
    <Section title="If no one acknowledges">
      <ol>
        {lines.map(({ key, when, who, isEmpty, only }, n) => (
          <li key={key} className="relative grid grid-cols-[1rem_5.5rem_1fr] gap-x-2 pb-3">
            {n < lines.length - 1 && <span aria-hidden className="absolute top-3 bottom-0 left-[5px] border-l-2 border-line" />}
            <span aria-hidden className={`z-10 mt-1.5 ml-0.5 size-2 rounded-full ${isEmpty ? 'bg-warn' : 'bg-line-field'}`} />
            <span className="text-muted">{when}</span>
            <span className={isEmpty ? 'text-warn' : ''}>
              {who}
              {only && <span className="text-muted">, {only}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
