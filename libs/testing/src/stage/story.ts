type Act = () => unknown;

/** A chapter of a story, which depends on the earlier ones. */
export type Chapter = (says: string, act: Act, timeout?: number) => void;

/**
 * A test whose steps depend on each other, as one jest test, so that it is complete when run alone or in any order. The chapters
 * run in order; the first failure ends it, and its chapter is named before the error.
 */
export const story = (promise: string, tell: (chapter: Chapter) => void): void => {
  const chapters: { readonly says: string; readonly act: Act; readonly timeout: number }[] = [];
  tell((says, act, timeout = 60_000) => chapters.push({ says, act, timeout }));
  const whole = chapters.reduce((sum, { timeout }) => sum + timeout, 0);
  test(
    `${promise}: ${chapters.map(({ says }) => says).join('; ')}`,
    async () => {
      for (const { says, act } of chapters) {
        try {
          await act();
        } catch (error) {
          if (error instanceof Error) error.message = `${says}\n\n${error.message}`;
          throw error;
        }
      }
    },
    whole,
  );
};
