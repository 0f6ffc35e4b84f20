import { namedMeasures, type Measure } from '@tocsin/contracts/reports/measures.js';

type MeasureBounds = Pick<Measure, 'from' | 'to' | 'hours'>;

/** A measure as it is written out in an address. */
export const boundsText = ({ from, to, hours }: MeasureBounds): string =>
  `${from.anchor}.${from.occurrence}~${to.anchor}.${to.occurrence}${hours === 'working' ? '~working' : ''}`;

/** The measure’s name, if it has one. */
export const textOfMeasure = (measure: Measure): string =>
  namedMeasures.some(({ name }) => name === measure.name) ? measure.name : boundsText(measure);
