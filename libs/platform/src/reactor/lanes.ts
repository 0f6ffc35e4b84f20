/** Runs work of one lane in order and of different lanes side by side, at most `wide` at once. Resolves when all is done. */
export const inLanes = async <T>(
  work: readonly T[],
  laneOf: (one: T) => string,
  run: (one: T) => Promise<void>,
  wide = 64,
): Promise<void> => {
  const lanes = new Map<string, T[]>();
  for (const one of work) lanes.set(laneOf(one), [...(lanes.get(laneOf(one)) ?? []), one]);
  const waiting = [...lanes.values()];
  const worker = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) for (const one of lane) await run(one);
  };
  await Promise.all(Array.from({ length: Math.min(wide, waiting.length) }, worker));
};
