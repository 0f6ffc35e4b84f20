/** A connection lives in real time, whatever the clock of the log says. */
export const afterReal = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
