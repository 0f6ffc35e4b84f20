/** From an instant (inclusive) to another (exclusive). */
interface AbsencePeriod {
  readonly from: string;
  readonly to: string;
}

/** The time away that contains an instant; undefined: the person is not away. */
export const findAbsenceAt = <P extends AbsencePeriod>(periods: readonly P[] | undefined, at: string): P | undefined =>
  periods?.find(({ from, to }) => from <= at && at < to);
