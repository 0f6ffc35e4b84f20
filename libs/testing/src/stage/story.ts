type Act = () => unknown;

/** A chapter of a story, which depends on the earlier ones. */
export type Chapter = (says: string, act: Act, timeout?: number) => void;

/** Chapters as one jest test, which they name themselves. */
export const tellInOneTest = (tell: (chapter: Chapter) => void, begins = '', patience = 60_000): void => {
  const chapters: { readonly says: string; readonly act: Act; readonly timeout: number }[] = [];
  tell((says, act, timeout = patience) => chapters.push({ says, act, timeout }));
  const totalTimeout = chapters.reduce((sum, { timeout }) => sum + timeout, 0);
  test(
    begins + chapters.map(({ says }) => says).join('; '),
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
    totalTimeout,
  );
};

/**
 * A test whose steps depend on each other, as one jest test, so that it is complete when run alone or in any order. The chapters
 * run in order; the first failure ends it, and its chapter is named before the error.
 */
export const story = (promise: string, tell: (chapter: Chapter) => void): void => tellInOneTest(tell, `${promise}: `);

/** A story each of whose chapters may take so many milliseconds. */
export const storyWithin = (patience: number, promise: string, tell: (chapter: Chapter) => void): void =>
  tellInOneTest(tell, `${promise}: `, patience);

/** What a promise says of a cast that several share, sentence by sentence. */
export type Sentences<C> = Readonly<Record<string, (cast: C) => Promise<void>>>;

/** Sentences as one jest test, since each begins where the one before ended. */
export const sayInOneTest = <C>(sentences: Sentences<C>, castOf: () => C): void =>
  tellInOneTest(
    (chapter) => {
      for (const [says, isKept] of Object.entries(sentences)) chapter(says, () => isKept(castOf()));
    },
    '',
    300_000,
  );
