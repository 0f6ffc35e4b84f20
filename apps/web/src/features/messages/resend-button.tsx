import type { Message } from '@tocsin/contracts/alert-groups/messages.js';
import { useCommand } from '../../data/cache/use-command.js';
import { say } from '../../data/toasts.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { useMayAct } from '../alerts/shared/may-act.js';
import { channelWords } from './message-words.js';

interface Props {
  message: Message;
  onDone: () => void;
}

/** Sends a message again; hidden if its page has ended, or without the permission to act on its alert group. */
export function ResendButton({ message, onDone }: Props) {
  const { id: messageId, groupId, pageId, personId, number, channel, serviceId, teamId, resendable } = message;
  const names = useNames();
  const may = useMayAct()({ serviceId, teamId, involved: [personId] });
  const resend = useCommand('ResendMessage', `resend the message about #${number}`);
  if (!resendable || !may) return null;
  const whom = names.person(personId);
  const done = ({ streams }: { streams: readonly unknown[] }) => {
    say({ kind: 'done', title: streams.length > 0 ? `Resent to ${whom}` : `Already being sent to ${whom}` });
    onDone();
  };
  return (
    <Button
      kind="quiet"
      className="justify-self-end max-sm:order-5 max-sm:col-span-3 max-sm:-ml-3 max-sm:justify-self-start"
      aria-label={`Resend to ${whom}: ${channelWords(channel)}, #${number}`}
      busy={resend.isPending}
      onClick={() => resend.mutate({ groupId, pageId, messageId }, { onSuccess: done })}
    >
      Resend
    </Button>
  );
}
