import { takesNews } from '@tocsin/contracts/contacts/kinds.js';
import { isUsable, type ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { choiceOf, defaultMinute, hasMethodChoice, leadsOf, type NoticeChoice } from '@tocsin/contracts/notices/choices.js';
import { noticeKindsFor, noticeLeads, noticeTraits, type NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import { useQuery } from '@tanstack/react-query';
import { useCommand } from '../../../data/cache/use-command.js';
import { statusQuery, useMe } from '../../../data/session/session.js';
import { Check } from '../../../ui/field.js';
import { Section } from '../../../ui/screen.js';
import { Slot } from '../../../ui/select.js';
import { At } from '../../../ui/time.js';
import { MailNotSetUp } from '../../contacts/shared/mail-not-set-up.js';
import { methodTitle } from '../../contacts/shared/method-words.js';

interface Props {
  contact: ContactRow;
  timeZone: string;
}

/** Messages that are no page: a switch for each kind, and by what. */
export function NoticeSettings({ contact, timeZone }: Props) {
  const { data: status } = useQuery(statusQuery);
  const { role } = useMe();
  return (
    <Section id="quiet-messages" title="Other messages">
      <p className="pt-2 text-muted">They are quiet, and never an SMS or a call.</p>
      {status?.mail === false && <MailNotSetUp className="text-xs" />}
      <ul className="divide-y divide-line">
        {noticeKindsFor(role === 'owner').map((kind) => (
          <NoticeLine key={kind} {...{ kind, contact, timeZone }} />
        ))}
      </ul>
    </Section>
  );
}

function NoticeLine({ kind, contact, timeZone }: Props & { kind: NoticeKind }) {
  const { word, says } = noticeTraits[kind];
  const choose = useCommand('ChooseNotice', `change “${word}”`);
  const choice = choiceOf(contact, kind);
  const change = (changed: Partial<NoticeChoice>) => choose.mutate({ personId: contact.id, ...choice, ...changed });
  const parts = { choice, contact, timeZone, isBusy: choose.isPending, onChange: change };
  return (
    // mails of older releases lead to the weekly summary by this name
    <li id={kind === 'weekly_summary' ? 'weekly-summary' : undefined} className="space-y-1 py-2">
      <Check
        label={word}
        checked={choice.on}
        disabled={choose.isPending}
        aria-busy={choose.isPending || undefined}
        onChange={({ target }) => change({ on: target.checked })}
      />
      <p className="pl-6 text-xs text-muted">{says}</p>
      {choice.on && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-6">
          {kind === 'going_on' && <Leads {...parts} />}
          {kind === 'morning_summary' && <Morning {...parts} />}
          {kind === 'weekly_summary' && <NextAt at={contact.weeklySummary?.dueAt} />}
          {hasMethodChoice(kind) && <Method {...parts} kind={kind} />}
        </div>
      )}
    </li>
  );
}

interface PartProps extends Props {
  choice: NoticeChoice;
  isBusy: boolean;
  onChange: (changed: Partial<NoticeChoice>) => void;
}

const leadWords = (lead: number): string => (lead % 60 === 0 ? `${lead / 60} h` : `${lead} min`);

const Leads = ({ choice, isBusy, onChange }: PartProps) => {
  const chosen = leadsOf(choice);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3">
      <legend className="float-left mr-3 text-muted">Before it begins</legend>
      {noticeLeads.map((lead) => (
        <Check
          key={lead}
          label={leadWords(lead)}
          checked={chosen.includes(lead)}
          disabled={isBusy}
          onChange={({ target }) =>
            onChange({ leads: noticeLeads.filter((one) => (one === lead ? target.checked : chosen.includes(one))) })
          }
        />
      ))}
    </fieldset>
  );
};

const times = Array.from({ length: 48 }, (_none, n) => n * 30);
const timeOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const NextAt = ({ at }: { at: string | undefined }) =>
  at !== undefined && (
    <span className="text-xs text-muted">
      Next one: <At at={at} />.
    </span>
  );

const Morning = ({ choice, contact, timeZone, isBusy, onChange }: PartProps) => {
  const { minute = defaultMinute, always = false } = choice;
  return (
    <>
      <span>
        At{' '}
        <Slot
          label="Time of the morning summary"
          value={minute}
          disabled={isBusy}
          onChange={({ target }) => onChange({ minute: Number(target.value) })}
        >
          {(times.includes(minute) ? times : [minute, ...times]).map((one) => (
            <option key={one} value={one}>
              {timeOf(one)}
            </option>
          ))}
        </Slot>{' '}
        in {timeZone}
      </span>
      <Check
        label="Also after a quiet night"
        checked={always}
        disabled={isBusy}
        onChange={({ target }) => onChange({ always: target.checked })}
      />
      <NextAt at={contact.morning?.dueAt} />
    </>
  );
};

const byDefault = '';

const Method = ({ choice, contact, kind, isBusy, onChange }: PartProps & { kind: NoticeKind }) => {
  const { word, by } = noticeTraits[kind];
  const methods = contact.methods.filter((method) => isUsable(method) && takesNews(method.kind));
  const chosen = methods.find(({ contactMethodId }) => contactMethodId === choice.contactMethodId);
  return (
    <Slot
      label={`How you are told: ${word}`}
      value={chosen?.contactMethodId ?? byDefault}
      disabled={isBusy}
      onChange={({ target }) => onChange({ contactMethodId: target.value === byDefault ? null : target.value })}
    >
      <option value={byDefault}>{by === 'every' ? 'By mail and every quiet method' : 'By mail to your account'}</option>
      {methods.map((method) => (
        <option key={method.contactMethodId} value={method.contactMethodId}>
          {methodTitle(method)}
        </option>
      ))}
    </Slot>
  );
};
