import { Link } from '@tanstack/react-router';
import { useMay } from '../../../data/session/session.js';
import { whoMay } from '../../../data/session/who-may.js';
import { BarredWords } from '../../../ui/barred-hint.js';

/** Why e-mail can’t be sent, and the fix: a link for owners, for others whom to ask. */
export function MailNotSetUp({ className = '' }: { className?: string }) {
  const may = useMay('owner.configure');
  return (
    <p className={`text-warn ${className}`}>
      Mail is not set up yet.{' '}
      {may ? (
        <Link to="/settings/mail" className="link whitespace-nowrap">
          Set up mail
        </Link>
      ) : (
        <BarredWords>Only {whoMay('owner.configure')} can set it up.</BarredWords>
      )}
    </p>
  );
}
