import { Button } from '../../ui/button.js';
import { Copy } from '../../ui/copy.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';

/** The link to give somebody: shown once. */
export const InvitationLink = ({ name, link, onClose }: { name: string; link: string; onClose: () => void }) => (
  <Dialog wide title={`${name} is invited`} onClose={onClose}>
    <p className="mb-4 text-muted">Give them this link. It is shown once, works once, and ends after 7 days.</p>
    <Copy label="Invitation" text={link} />
    <DialogButtons>
      <Button kind="act" onClick={onClose}>
        Done
      </Button>
    </DialogButtons>
  </Dialog>
);
