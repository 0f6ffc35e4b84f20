/** How many of somebody’s shifts are theirs no more, and how many are new. */
interface MovedShifts {
  readonly lost: number;
  readonly gained: number;
}

/** `2 shifts fewer`, `1 shift more`, `2 shifts moved` */
export const shiftWords = ({ lost, gained }: MovedShifts): string => {
  const more = gained - lost;
  const count = Math.abs(more) || gained;
  return `${count} ${count === 1 ? 'shift' : 'shifts'} ${more === 0 ? 'moved' : more > 0 ? 'more' : 'fewer'}`;
};
