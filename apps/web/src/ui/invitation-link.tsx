import { Button } from './button.js';
import { Copy } from './copy.js';
import { Dialog, DialogButtons } from './dialog.js';

/** The link to give somebody: shown once. */
export const InvitationLink = ({
  name,
  link,
  isMailed,
  onClose,
}: {
  name: string;
  link: string;
  /** It is on its way to them, too. */
  isMailed: boolean;
  onClose: () => void;
}) => (
  <Dialog wide title={`${name} is invited`} onClose={onClose}>
    <p className="mb-4 text-muted">
      {isMailed ? 'This link is on its way to them by mail; you can also give it to them yourself.' : 'Give them this link.'} It is shown
      once, works once, and ends after 7 days.
    </p>
    <Copy label="Invitation" text={link} />
    <DialogButtons>
      <Button kind="act" onClick={onClose}>
        Done
      </Button>
    </DialogButtons>
  </Dialog>
);
