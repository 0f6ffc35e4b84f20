import { readLinkCode } from '@tocsin/contracts/contacts/chat-accounts.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/screen.js';

const none: NonNullable<ContactRow['accounts']> = [];

/** Accounts whose pressed buttons act as this person. */
export function ChatAccounts({ contact: { id: personId, accounts = none } }: { contact: ContactRow }) {
  const [code, setCode] = useState('');
  const link = useCommand('LinkChatAccount', 'link the account');
  const unlink = useCommand('UnlinkChatAccount', 'unlink the account');
  const claim = readLinkCode(code);
  return (
    <Section id="chat-accounts" title="Chat accounts">
      {accounts.map(({ chat, label }) => (
        <div key={chat} className="flex items-center justify-between gap-2 py-1">
          <p>Mattermost: {readablePersonal(label)}</p>
          <Button busy={unlink.isPending} onClick={() => unlink.mutate({ personId, chat })}>
            Unlink
          </Button>
        </div>
      ))}
      {accounts.length === 0 && (
        <p className="pt-1 pb-2 text-muted">Press a button of Tocsin in Mattermost: you alone get a code, which links your account.</p>
      )}
      <TextField
        label="Code from Mattermost"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      {claim && (
        <div className="flex items-center gap-2 pt-2">
          <p>Mattermost user {claim.label}: is this you? Then its buttons act as you.</p>
          <Button kind="act" busy={link.isPending} onClick={() => link.mutate({ personId, code }, { onSuccess: () => setCode('') })}>
            Link
          </Button>
        </div>
      )}
    </Section>
  );
}
