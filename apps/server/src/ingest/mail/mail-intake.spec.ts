import { partOf } from '@tocsin/testing/deep-partial.js';
import type { SenderEndpoints } from '../endpoints.js';
import { mailIntakeOf } from './mail-intake.js';

const mail = { from: '', subject: '', text: '' };
const intakeOf = (code: number, guesses: string[], most: number, looks: string[] = []) =>
  mailIntakeOf(
    partOf<Parameters<typeof mailIntakeOf>[0]>({
      parts: { reserve: null },
      replies: { isFor: () => true, take: async (key) => (looks.push(key), { code, says: '' }) },
      rates: {
        secondsUntilGuess: async (address: string) => (guesses.push(address) > most ? 9 : null),
        forgiveGuess: async () => void guesses.pop(),
      },
      isReady: () => true,
    }),
    partOf<SenderEndpoints>({}),
  );
const ask = (intake: ReturnType<typeof intakeOf>) => intake({ ask: 'mail', key: 'reply.x', address: '192.0.2.1', mail });

describe('an address of replies that answers no page', () => {
  it('is a guess of the network that it came from, which must wait after too many', async () => {
    const guesses: string[] = [];
    const intake = intakeOf(550, guesses, 2);
    const answers = [await ask(intake), await ask(intake), await ask(intake)];
    expect(answers.map(({ code }) => code)).toEqual([550, 550, 451]);
    expect(guesses).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.1']);
  });

  it('is none when it does: its place is free again', async () => {
    const guesses: string[] = [];
    expect(await ask(intakeOf(250, guesses, 1))).toMatchObject({ code: 250 });
    expect(guesses).toEqual([]);
  });

  it('is counted before anything is looked up, so that many at once are no more than the budget', async () => {
    const looks: string[] = [];
    const intake = intakeOf(550, [], 2, looks);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(intake)));
    expect(answers.map(({ code }) => code)).toEqual([550, 550, 451, 451, 451, 451]);
    expect(looks).toHaveLength(2);
  });
});
