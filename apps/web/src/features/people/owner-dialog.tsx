import { ConfirmDialog } from '../../ui/confirm.js';

/** Before somebody is made an owner: what that opens to them, and what it ends. */
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
    <p>Owners may do everything, make other owners too, and are paged when no one else acknowledges.</p>
    {isInvited ? (
      <p className="mt-3 text-muted">
        The invitation that is open ends, since an admin may have read it. Make a new link afterwards, and give it to them yourself.
      </p>
    ) : (
      <p className="mt-3 text-muted">
        {name} begins anew: signed out everywhere, without open links and tokens, and unlinked from the identity provider. An admin may have
        prepared any of these. The password goes too, if it was chosen by a link that an admin made: you then make them another. How they
        are paged stays as it is.
      </p>
    )}
  </ConfirmDialog>
);
