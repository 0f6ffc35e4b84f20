/** Counts the turns of the event loop that other work gets meanwhile. */
export const turnsDuring = async <T>(work: () => Promise<T>): Promise<{ readonly turns: number; readonly result: T }> => {
  const counter = { turns: 0, isOver: false };
  const count = (): void => {
    counter.turns += 1;
    if (!counter.isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  counter.isOver = true;
  return { turns: counter.turns, result };
};
