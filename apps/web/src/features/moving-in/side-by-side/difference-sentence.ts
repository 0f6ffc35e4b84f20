import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import {
  differencesOf,
  type Difference,
  type DifferenceReason,
  type PersonHere,
  type PersonThere,
} from '@tocsin/contracts/side-by-side/differences.js';
import type { Names } from '../../../data/words/names.js';

/** Why a difference is none to worry about. */
const reasonWords: Readonly<Record<DifferenceReason, string>> = {
  near: 'within 5 minutes',
  other_method: 'another method',
  unknown_here: 'a person who is unknown here',
  ended_there: 'acknowledged or resolved there before',
  ended_here: 'acknowledged or resolved here before',
  grouped: 'several alerts there are one alert here',
  bundled_there: 'one message there about several alerts',
};

export interface DifferenceSentence {
  readonly says: string;
  /** Null: it is unexplained. */
  readonly because: string | null;
}

interface Words {
  readonly system: string;
  readonly names: Pick<Names, 'person' | 'schedule'>;
  /** `at 03:12` */
  readonly at: (instant: string) => string;
}

const dutyOf = ({ duty }: PersonHere, { names }: Words): string => {
  if (!duty) return '';
  const schedule = names.schedule(duty.scheduleId);
  if (duty.kind === 'rotation') return `, on call in ${schedule}`;
  if (duty.kind === 'temporary') return `, by a temporary schedule of ${schedule}`;
  return duty.replacesId === null ? `: an override of ${schedule}` : `: the override of ${names.person(duty.replacesId)} in ${schedule}`;
};

const whoThere = ({ personId }: PersonThere, { names }: Words): string =>
  personId === null ? 'somebody unknown here' : names.person(personId);
const thereWords = (one: PersonThere, words: Words): string =>
  `${words.system} notified ${whoThere(one, words)} ${words.at(one.firstAt)}${one.methods.length > 0 ? ` (${one.methods.join(', ')})` : ''}`;
const hereWords = (one: PersonHere, words: Words): string => `${words.names.person(one.personId)}${dutyOf(one, words)}`;

const together = (there: Difference | undefined, here: Difference | undefined, words: Words): DifferenceSentence => {
  const reasons = [there, here].flatMap((one) => (one ? [one.reason] : []));
  const because = reasons.includes(null) ? null : [...new Set(reasons.map((reason) => reasonWords[reason!]))].join('; ');
  if (there?.there && here?.here)
    return { says: `${thereWords(there.there, words)}; Tocsin would have paged ${hereWords(here.here, words)}.`, because };
  if (there?.there) return { says: `${thereWords(there.there, words)}; Tocsin would not have paged them.`, because };
  return {
    says: `Tocsin would have paged ${hereWords(here!.here!, words)}${here!.here!.duty ? ',' : ''} ${words.at(here!.here!.firstAt)}; ${words.system} did not notify them.`,
    because,
  };
};

const ofOne = ({ kind, there, here, reason }: Difference, words: Words): DifferenceSentence => {
  const because = reason && reasonWords[reason];
  if (kind === 'time') return { says: `${thereWords(there!, words)}; Tocsin would have paged them ${words.at(here!.firstAt)}.`, because };
  return { says: `${thereWords(there!, words)}; Tocsin would have used ${here!.methods!.join(', ')}.`, because };
};

/** Each difference of an alert in one sentence: another person there stands beside another one here. */
export const differenceSentences = (row: RehearsalRow, words: Words): readonly DifferenceSentence[] => {
  if (!row.there) return [];
  const differences = differencesOf({ ...row, there: row.there });
  const [there, here] = (['there_only', 'here_only'] as const).map((kind) => differences.filter((one) => one.kind === kind)) as [
    Difference[],
    Difference[],
  ];
  const pairs = Array.from({ length: Math.max(there.length, here.length) }, (_, n) => together(there[n], here[n], words));
  return [...pairs, ...differences.filter(({ kind }) => kind === 'time' || kind === 'method').map((one) => ofOne(one, words))];
};
