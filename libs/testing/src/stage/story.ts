type Act = () => unknown;

/** A chapter of the story that is being told: it needs what happened in those before. */
export type Chapter = (says: string, act: Act, timeout?: number) => void;

/**
 * A promise whose sentences need one another, as one test: run alone or in any order it is whole. The chapters run as they are written; the
 * first that fails ends it, and is named before what it failed at.
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
