import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSignedByDiscord, type DiscordRequest } from './discord.js';
import { isSignedBySlack, type SlackRequest } from './slack.js';
import { isSignedStandardWebhook, signStandardWebhook, type StandardWebhook } from './standard-webhooks.js';
import { hasTelegramToken, isSignedByTelegram } from './telegram.js';
import { isSignedBySignalwire, isSignedByTwilio, type TwilioRequest } from './twilio.js';

/** `either`: official libraries differ. `accept: false`: the signature is right, and something else must refuse the request. */
interface Vector {
  readonly name: string;
  readonly valid: boolean | 'either';
  readonly accept?: false;
}
type Vectors<Fields> = readonly (Vector & Fields)[];
interface Header {
  readonly header: string;
}

/** Judged by the official libraries, which the file names; secrets are invented. */
const vectors = JSON.parse(readFileSync(join(__dirname, 'vectors.json'), 'utf8')) as {
  readonly twilio: Vectors<Omit<TwilioRequest, 'signature'> & Header & { readonly authToken: string }>;
  readonly signalwire: Vectors<Omit<TwilioRequest, 'signature'> & Header & { readonly signingKey: string }>;
  readonly slack: Vectors<Omit<SlackRequest, 'signature'> & Header & { readonly signingSecret: string; readonly now: number }>;
  readonly standardWebhooks: Vectors<StandardWebhook & { readonly secret: string; readonly signature: string; readonly now: number }>;
  readonly telegram: {
    readonly secretToken: Vectors<{ readonly set: string; readonly header: string | null }>;
    readonly loginWidget: Vectors<{ readonly botToken: string; readonly now: number; readonly data: Readonly<Record<string, string>> }>;
  };
  readonly discord: { readonly vectors: Vectors<Omit<DiscordRequest, 'signature'> & Header & { readonly publicKey: string }> };
};

let read = 0;
const testVectors = <Fields>(sender: string, all: Vectors<Fields>, isSigned: (vector: Vector & Fields) => boolean): void => {
  read += all.length;
  describe(sender, () => {
    // where official libraries differ, the stricter one is right
    for (const vector of all) {
      const isRight = vector.valid === true;
      it(`${isRight ? 'takes' : 'refuses'}: ${vector.name}`, () => expect(isSigned(vector)).toBe(isRight));
    }
  });
};

const toRequest = <Fields extends Header>({ header, ...fields }: Fields) => ({ ...fields, signature: header });

testVectors('Twilio', vectors.twilio, (vector) => isSignedByTwilio([vector.authToken], toRequest(vector)));
testVectors('SignalWire', vectors.signalwire, (vector) => isSignedBySignalwire([vector.signingKey], toRequest(vector)));
testVectors('Slack', vectors.slack, (vector) => isSignedBySlack(vector.signingSecret, toRequest(vector), vector.now));
testVectors('Standard Webhooks', vectors.standardWebhooks, (vector) =>
  isSignedStandardWebhook(vector.secret, vector, vector.signature, vector.now),
);
testVectors('Telegram’s webhook', vectors.telegram.secretToken, ({ set, header }) => hasTelegramToken(set, header));
testVectors(
  'Telegram’s login widget',
  vectors.telegram.loginWidget.map((vector) => ({ ...vector, valid: vector.accept ?? vector.valid })),
  ({ botToken, data, now }) => isSignedByTelegram(botToken, data, now),
);
testVectors('Discord', vectors.discord.vectors, (vector) => isSignedByDiscord(vector.publicKey, toRequest(vector)));

describe('signatures', () => {
  it('are compared with every vector of the file', () => expect(read).toBe(103));

  it('are taken from either of two keys while one is replaced', () => {
    const [first] = vectors.twilio;
    expect(isSignedByTwilio(['the new token', first!.authToken], toRequest(first!))).toBe(true);
    expect(isSignedByTwilio([], toRequest(first!))).toBe(false);
  });

  it('of webhooks that we sign are those of the official library', () => {
    const [first] = vectors.standardWebhooks;
    expect(signStandardWebhook(first!.secret, first!)).toBe(first!.signature);
  });
});
