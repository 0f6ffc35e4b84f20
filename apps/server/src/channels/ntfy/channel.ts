import { version } from '@tocsin/platform/data-folder/program-version.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { createChannel, failedOutcome, outcomeOf, type Channel } from '../channel.js';
import { parseAnswer, toOutcome } from './answer.js';
import { renderNtfy, type NtfyBody } from './render.js';

interface NtfyDependencies {
  readonly calls: { readonly http: Pick<OutgoingHttp, 'post'> };
  readonly server: { readonly clock: { readonly now: () => string } };
}

/** `https://ntfy.sh/my-topic` → the root, to which JSON is published, and the topic. */
const splitAddress = (address: string): { readonly root: string; readonly topic: string } => {
  const at = address.lastIndexOf('/');
  return { root: address.slice(0, at + 1), topic: address.slice(at + 1) };
};

const headersOf = (token: string | null): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'User-Agent': `Tocsin/${version}`,
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
});

/**
 * Publishes to a topic that the person’s phone subscribes to (ntfy, https://docs.ntfy.sh/publish/#publish-as-json). The person typed the server’s address,
 * so it must not lead into a private network. `sent`: the server has it; no phone confirms.
 */
export const ntfyChannel = ({ calls: { http }, server: { clock } }: NtfyDependencies): Channel => {
  /** Servers that do not answer with a sequence id: they replace nothing. Lost at a restart, and learnt again from the next answer. */
  const withoutReplacing = new Set<string>();
  return createChannel<NtfyBody>({
    kind: 'ntfy',
    render: renderNtfy,
    preview: ({ message: { title, message, actions = [] } }) => ({
      title,
      text: message,
      isJson: false,
      acts: actions.map(({ label }) => label),
    }),
    send: ({ message, isUpdate }, { address, secret }, call) => {
      const { root, topic } = splitAddress(address);
      return outcomeOf(async () => {
        if (isUpdate && withoutReplacing.has(root)) return failedOutcome('delivery.provider_rejected', 'It replaces no messages.', false);
        const answer = await http.post(root, { headers: headersOf(secret), body: JSON.stringify({ topic, ...message }), ...call });
        const outcome = toOutcome(answer, clock.now());
        if (outcome.ok && message.sequence_id !== undefined) {
          if (parseAnswer(answer).sequence_id === undefined) withoutReplacing.add(root);
          else withoutReplacing.delete(root);
        }
        return outcome;
      });
    },
  });
};
