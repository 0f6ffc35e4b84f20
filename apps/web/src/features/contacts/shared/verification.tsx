import { contactTraits, isChat, type AddressSort } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { capital } from '../../../data/words/capital.js';
import { readable } from '../../../data/words/readable.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { CodeState, SentCode } from './sent-code.js';

/** Where the code is found; for others the usual sentence says enough. */
const sentWords: Readonly<Partial<Record<AddressSort, string>>> = {
  url: 'The code was sent there: it is in the field “code”.',
  topic: 'The code was published to your topic. It works for 30 minutes.',
  member: 'The code was sent there as a direct message. It works for 30 minutes.',
  hook: 'The code was sent to the channel. It works for 30 minutes.',
  userKey: 'The code was sent to the app. It works for 30 minutes.',
  server: 'The code was sent to the app. It works for 30 minutes.',
};

/** The code that proves the address is mine. */
export function Verification({ personId, method }: { personId: string; method: ContactMethod }) {
  const { contactMethodId, kind, verification, label } = method;
  const verify = useCommand('VerifyContactMethod', 'verify it');
  const ask = useCommand('AskVerification', 'send the code');
  const sent = sentWords[contactTraits[kind].address];
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-xs">
      {isChat(kind) && label && (
        <p className="w-full">
          {capital(contactTraits[kind].word)} user {readable(label)}: is this you? Only then enter the code.
        </p>
      )}
      {verification && <CodeState state={verification.state} reason={verification.reason} {...(sent ? { sent } : {})} />}
      <SentCode
        label="Code"
        press="Verify"
        isBusy={verify.isPending}
        onCode={(code) => verify.mutate({ personId, contactMethodId, code }, { onSuccess: () => say({ kind: 'done', title: 'Verified' }) })}
        again={{
          says: verification ? 'Send again' : 'Send code',
          isBusy: ask.isPending,
          ask: () => ask.mutate({ personId, contactMethodId }),
        }}
      />
    </div>
  );
}
