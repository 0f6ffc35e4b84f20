import { useRow } from '../../../data/cache/use-view.js';
import { Copy } from '../../../ui/copy.js';
import { Dialog } from '../../../ui/dialog.js';
import { DoneButton } from '../../../ui/dialog-buttons.js';
import { MailResult } from './mail-result.js';

/** The link of an invitation: shown once. */
export const InvitationLink = ({
  personId,
  name,
  link,
  isMailed,
  isRepeated = false,
  onClose,
}: {
  personId: string;
  name: string;
  link: string;
  /** Whether it is also being e-mailed to them. */
  isMailed: boolean;
  /** Whether they had an earlier link, which no longer works. */
  isRepeated?: boolean;
  onClose: () => void;
}) => (
  <Dialog wide isSecret title={isRepeated ? `${name} is invited again` : `${name} is invited`} onClose={onClose}>
    <p className="mb-4 text-muted">
      {isMailed ? 'This link is being e-mailed to them; you can also send it yourself.' : 'Send them this link.'} It is shown once, works
      once, and expires after 7 days.{isRepeated && ' The previous link no longer works.'}
    </p>
    {isMailed && <InvitationOutcome personId={personId} />}
    <Copy label="Invitation" text={link} />
    <DoneButton onClick={onClose} />
  </Dialog>
);

/** The delivery state of the mail, once it is known. */
function InvitationOutcome({ personId }: { personId: string }) {
  const mail = useRow('people', personId).data?.row?.invitationMail;
  return (
    <output className="mb-4 block min-h-5">
      {mail && <MailResult what="Invitation" mail={mail} />}
      {mail?.reason && '. Copy the link and send it to them.'}
    </output>
  );
}
