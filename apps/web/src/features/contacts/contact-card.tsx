import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { buttonClass } from '../../ui/button.js';

const steps = [
  {
    phone: 'iPhone',
    says: 'Open the contact, tap Edit › Ringtone, turn on Emergency Bypass, then the same under Text Tone. Calls and SMS then sound in silent mode and in every Focus.',
  },
  {
    phone: 'Android',
    says: 'Star the contact. In Settings › Notifications (or Sound) › Do Not Disturb › People, allow calls and messages from starred contacts. Silent mode itself can’t be bypassed: use Do Not Disturb at night.',
  },
];

/** The numbers that pages come from, as a contact that a phone lets through. Not offered where no connection has a number of its own. */
export function ContactCard() {
  const { isSuccess } = useQuery({ queryKey: ['contactCard'], queryFn: () => api('GET', '/contact-card'), retry: false });
  if (!isSuccess) return null;
  return (
    <section aria-label="Contact card" className="mt-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">Let pages through silent mode</p>
        <a className={buttonClass('plain')} href="/api/contact-card" download="tocsin.vcf">
          Download contact card
        </a>
      </div>
      <p className="pt-1 text-xs text-muted">
        It holds the numbers that SMS and calls of Tocsin come from. Open it on your phone and save it.
      </p>
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 pt-2 text-xs">
        {steps.map(({ phone, says }) => (
          <div key={phone} className="contents">
            <dt className="text-muted">{phone}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
