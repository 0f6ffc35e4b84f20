/** From an instant until another. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** The time in which somebody is away at an instant; undefined: they are not. */
export const awayAt = <P extends Period>(periods: readonly P[] | undefined, at: string): P | undefined =>
  periods?.find(({ from, to }) => from <= at && at < to);
