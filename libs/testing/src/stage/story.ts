type Act = () => unknown;

/** A chapter of a story, which depends on the earlier ones. */
export type Chapter = (says: string, act: Act, timeout?: number) => void;

/** Milliseconds that a chapter may take: as long as a test (test/patience.ts). */
const chapterTimeout = 300_000;

/** Rejects when it takes longer, so that one chapter that hangs does not use up the time of all. */
const runWithin = async (act: Act, timeout: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${timeout / 1_000} s`)), timeout);
  });
  try {
    await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Chapters as one jest test, which they name themselves. */
export const tellInOneTest = (tell: (chapter: Chapter) => void, beginning = '', defaultTimeout = chapterTimeout): void => {
  const chapters: { readonly says: string; readonly act: Act; readonly timeout: number }[] = [];
  tell((says, act, timeout = defaultTimeout) => chapters.push({ says, act, timeout }));
  const totalTimeout = chapters.reduce((sum, { timeout }) => sum + timeout, 60_000);
  test(
    beginning + chapters.map(({ says }) => says).join('; '),
    async () => {
      for (const { says, act, timeout } of chapters) {
        try {
          await runWithin(act, timeout);
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
 * run in order; the first failure ends it, and its chapter is named before the error. `timeout`: of each chapter, milliseconds.
 */
export const story = (promise: string, tell: (chapter: Chapter) => void, timeout = chapterTimeout): void =>
  tellInOneTest(tell, `${promise}: `, timeout);

/** Sentences about a cast that several files share. */
export type Sentences<C> = Readonly<Record<string, (cast: C) => Promise<void>>>;

/** Sentences as one jest test, since each begins where the one before ended. */
export const sayInOneTest = <C>(sentences: Sentences<C>, castOf: () => C): void =>
  tellInOneTest((chapter) => {
    for (const [says, isKept] of Object.entries(sentences)) chapter(says, () => isKept(castOf()));
  });
