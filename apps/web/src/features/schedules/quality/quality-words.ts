import { capital } from '../../../data/words/capital.js';
import type { Overload, QualityAnswer } from '@tocsin/contracts/schedules/quality.js';

const hour = 3_600_000;

export const hoursIn = (milliseconds: number): string => `${Math.round(milliseconds / hour).toLocaleString('en')} h`;

/** `33 %`; never rounded to `0 %` or `100 %`. */
export function percentIn(share: number): string {
  if (share > 0 && share < 0.01) return 'less than 1 %';
  return `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100} %`;
}

const burdenWords: Readonly<Record<Overload['of'], string>> = {
  onCall: 'hours',
  nights: 'night hours',
  weekends: 'weekend hours',
  holidays: 'holiday hours',
};

const overloadWords = ({ personId, of, percentMore }: Overload, nameOf: (id: string) => string): string =>
  percentMore === null
    ? `only ${nameOf(personId)} carries ${burdenWords[of]}`
    : `${nameOf(personId)} carries ${percentMore} % more ${burdenWords[of]} than the others`;

function coverageWords({ covered, gaps }: Pick<QualityAnswer, 'covered' | 'gaps'>): string {
  if (gaps.count === 0) return 'No gaps';
  return `No one is on call for ${percentIn(1 - covered)} of the time, in ${gaps.count === 1 ? '1 gap' : `${gaps.count} gaps`}`;
}

/** Ratio from which loads count as even. */
const evenShare = 0.9;

function balanceWords({ balance, overloaded }: Pick<QualityAnswer, 'balance' | 'overloaded'>, nameOf: (id: string) => string): string {
  if (overloaded[0]) return `. ${capital(overloadWords(overloaded[0], nameOf))}`;
  if (balance === null) return '';
  return balance >= evenShare ? '. The load is even' : '. The load is uneven';
}

type Quality = Pick<QualityAnswer, 'covered' | 'gaps' | 'balance' | 'overloaded'>;

/** The finding in one sentence: `No gaps. Ana carries 31 % more night hours than the others.` */
export const findingOf = (quality: Quality, nameOf: (id: string) => string): string =>
  `${coverageWords(quality)}${balanceWords(quality, nameOf)}.`;

/** Further overloaded people and their load, beyond those in the sentence. */
export const furtherOf = ({ overloaded }: Pick<QualityAnswer, 'overloaded'>, nameOf: (id: string) => string): readonly string[] =>
  overloaded.slice(1).map((one) => {
    const words = overloadWords(one, nameOf);
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
  });
