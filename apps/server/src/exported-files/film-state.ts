import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { FilmRows } from '@tocsin/contracts/film/film.js';
import type { FileTexts } from './file-texts.js';
import { holderIn } from './film-words.js';

/** What one frame of an exported film shows. Times are instants: the page writes them in its reader’s zone. */
export interface FilmState {
  readonly title: string;
  readonly status: string;
  readonly urgency: string;
  readonly firing: string;
  readonly who: string;
  readonly alerts: readonly string[];
  readonly steps: readonly (readonly [what: string, at: string, who: string])[];
  readonly pages: readonly (readonly [who: string, at: string, receipts: readonly string[]])[];
}

type Rung = LadderRow['rungs'][number];
const alertsShown = 30;

const stateWords: Readonly<Record<string, string>> = { firing: 'Unacknowledged' };
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The same object for the same part of a row, so that what did not change is not written again. */
const remembered = <Part extends object, Shown>(make: (part: Part) => Shown): ((part: Part) => Shown) => {
  const made = new WeakMap<Part, Shown>();
  return (part) => {
    const before = made.get(part);
    if (before !== undefined) return before;
    const shown = make(part);
    made.set(part, shown);
    return shown;
  };
};

/** Makes the state of each frame from its rows. */
export const filmStates = (texts: FileTexts): ((rows: FilmRows) => FilmState | null) => {
  const stepOf = remembered(({ step, takenAt, targets, skipped }: Rung): FilmState['steps'][number] => {
    const people = targets.flatMap(({ persons }) => persons.map(({ personId }) => texts.person(personId)));
    return [typeof step === 'number' ? `Step ${step}` : capital(step), takenAt, skipped ? 'skipped' : people.join(', ') || 'no one'];
  });
  const pageOf = remembered(({ personId, startedAt, attempts, state }: PageRow): FilmState['pages'][number] => [
    `${texts.person(personId)}: ${state}`,
    startedAt,
    attempts.map((one) => `${capital(contactTraits[one.kind].word)}: ${one.state}`),
  ]);
  const alertOf = remembered(
    ({ name, severity, state }: NonNullable<FilmRows['alerts']>['alerts'][number]) => `${texts.clean(name)} · ${severity} · ${state}`,
  );
  const ladderOf = remembered(({ rungs, pages }: LadderRow) => ({ steps: rungs.map(stepOf), pages: pages.map(pageOf) }));
  return ({ alertGroups: group, ladders, alerts }) =>
    group
      ? {
          title: texts.clean(group.title),
          status: stateWords[group.status] ?? capital(group.status),
          urgency: `${group.urgency} urgency`,
          firing: `${group.firing} of ${group.alerts} firing`,
          who: group.holder
            ? `Assigned to ${holderIn(group.holder, texts)}`
            : group.paging.length > 0
              ? `Notifying ${group.paging.map(texts.person).join(', ')}`
              : '',
          alerts: (alerts?.alerts ?? []).slice(0, alertsShown).map(alertOf),
          ...(ladders ? ladderOf(ladders) : { steps: [], pages: [] }),
        }
      : null;
};
