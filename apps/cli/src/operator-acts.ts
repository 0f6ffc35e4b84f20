import type { CommandAccepted } from '@tocsin/contracts/http.js';
import { CliRefused } from './cli-refused.js';
import { RunningServer, sentenceOf } from './running-server.js';
import { requireData, type Settings } from './settings.js';
import type { Terminal } from './progress-bar.js';

/** Returns `says` of the answer. Throws CliRefused with the sentence of a refusal. */
const ask = async ({ data }: Settings, path: string, body: object): Promise<CommandAccepted['says']> => {
  const answer = await RunningServer.of(data, `No server runs on ${data}. Start it first: this action is recorded in its history.`).ask(
    'POST',
    path,
    body,
  );
  if (answer.status !== 202) throw new CliRefused(sentenceOf(answer));
  return (answer.body as CommandAccepted).says;
};

/** `tocsin go-live`: for a restored store without remaining owners. */
export const goLiveCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  if (args.length > 0) throw new CliRefused('Usage: tocsin go-live');
  requireData(settings);
  await ask(settings, '/api/store/go-live', {});
  terminal.write('Sending resumed; waiting pages are sent now. Make sure that no other copy of it is running.\n');
  return 0;
};

/** `tocsin retry`: retries abandoned work, once the cause of the failure is fixed. */
export const retryCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  if (args.length > 0) throw new CliRefused('Usage: tocsin retry');
  requireData(settings);
  const { asked: retryCount } = await ask(settings, '/api/store/retry', {});
  terminal.write(
    retryCount === 0
      ? 'No failed reactions to retry.\n'
      : `Retrying ${String(retryCount)}. Those that fail again are listed by tocsin doctor.\n`,
  );
  return 0;
};

/** `tocsin make-owner EMAIL`: for when no one is left who could do it. */
export const makeOwnerCommand = async (args: readonly string[], settings: Settings, terminal: Terminal): Promise<number> => {
  const [email, ...more] = args;
  if (email === undefined || more.length > 0) throw new CliRefused('Usage: tocsin make-owner EMAIL');
  requireData(settings);
  const { link } = await ask(settings, '/api/store/owner', { email });
  terminal.write(`${email} is now an owner and must sign in again: earlier sessions and tokens have ended.\n`);
  if (typeof link === 'string') terminal.write(`They have no password. This link sets one; it works once, within an hour:\n${link}\n`);
  return 0;
};
