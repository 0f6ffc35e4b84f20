import { namedMeasures, type Measure } from '@tocsin/contracts/report-measures.js';

type Written = Pick<Measure, 'from' | 'to' | 'hours'>;

/** A measure as it is written out in an address. */
export const writtenOut = ({ from, to, hours }: Written): string =>
  `${from.anchor}.${from.occurrence}~${to.anchor}.${to.occurrence}${hours === 'working' ? '~working' : ''}`;

/** By its name, where it has one. */
export const textOfMeasure = (measure: Measure): string =>
  namedMeasures.some(({ name }) => name === measure.name) ? measure.name : writtenOut(measure);
