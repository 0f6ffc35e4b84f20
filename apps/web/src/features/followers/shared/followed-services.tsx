import { takesNews } from '@tocsin/contracts/contacts/kinds.js';
import type { ContactRow, FollowedService } from '@tocsin/contracts/contacts/rows.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../data/words/names.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/screen.js';
import { Slot } from '../../../ui/select.js';
import { methodTitle } from '../../contacts/shared/method-words.js';

/** The services that I follow, and by what I am told. */
export function FollowedServices({ contact }: { contact: ContactRow }) {
  const { follows = [] } = contact;
  return (
    <Section id="followed" title="Followed services">
      {follows.length === 0 ? (
        <p className="pt-2 text-muted">
          You follow no service. <i className="not-italic">Follow</i> on a service’s page tells you quietly what becomes of its alert
          groups.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {follows.map((followed) => (
            <FollowedLine key={followed.serviceId} followed={followed} contact={contact} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const byMail = '';

function FollowedLine({ followed: { serviceId, contactMethodId }, contact }: { followed: FollowedService; contact: ContactRow }) {
  const names = useNames();
  const name = names.service(serviceId);
  const isArchived = names.serviceRow(serviceId)?.state === 'archived';
  const follow = useCommand('FollowService', `change how you follow ${name}`);
  const unfollow = useCommand('UnfollowService', `stop following ${name}`);
  const methods = contact.methods.filter((method) => isUsable(method) && takesNews(method.kind));
  const { id: personId } = contact;
  const chosen = methods.some((method) => method.contactMethodId === contactMethodId) ? contactMethodId : null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 truncate">
        <Link to="/services/$id" params={{ id: serviceId }} className="link">
          {name}
        </Link>
        {isArchived && <span className="text-muted"> · archived: nothing is told</span>}
      </span>
      <Slot
        label={`How you are told about ${name}`}
        value={chosen ?? byMail}
        disabled={follow.isPending}
        onChange={({ target }) => follow.mutate({ personId, serviceId, contactMethodId: target.value === byMail ? null : target.value })}
      >
        <option value={byMail}>By mail to your account</option>
        {methods.map((method) => (
          <option key={method.contactMethodId} value={method.contactMethodId}>
            {methodTitle(method)}
          </option>
        ))}
      </Slot>
      <Button kind="quiet" busy={unfollow.isPending} onClick={() => unfollow.mutate({ personId, serviceId })}>
        Stop following
      </Button>
    </li>
  );
}
