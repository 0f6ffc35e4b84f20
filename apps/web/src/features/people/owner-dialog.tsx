import { ConfirmDialog } from '../../ui/confirm.js';

/** Confirmation before making someone an owner: the new permissions, and what is revoked. */
export const OwnerDialog = ({
  name,
  isInvited,
  onConfirm,
  onClose,
}: {
  name: string;
  isInvited: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) => (
  <ConfirmDialog title={`Make ${name} an owner`} act="Make an owner" leave="Cancel" onConfirm={onConfirm} onClose={onClose}>
    <p>Owners can do everything, including making other people owners, and are paged when no one else acknowledges.</p>
    {isInvited ? (
      <p className="mt-3 text-muted">
        Their open invitation is cancelled, because an admin may have seen it. Create a new link afterwards and send it to them yourself.
      </p>
    ) : (
      <p className="mt-3 text-muted">
        Because an admin may have prepared their access, {name} is signed out everywhere, their links and tokens are revoked, and they are
        unlinked from the identity provider. A password that was set by an admin’s link is removed too: create a new link for them. How they
        are paged does not change.
      </p>
    )}
  </ConfirmDialog>
);
