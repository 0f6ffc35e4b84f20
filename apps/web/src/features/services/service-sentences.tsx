import type { Grouping } from '@tocsin/contracts/grouping.js';
import * as serviceLimits from '@tocsin/contracts/services/limits.js';
import { urgencyRules, type ServiceRow } from '@tocsin/contracts/services/noun.js';
import { useAll } from '../../data/cache/use-view.js';
import { browserZone } from '../../data/time/zone-times.js';
import { GroupingSlots } from '../route-rules/shared/grouping-slots.js';
import { useGroupingTryOut } from './use-grouping-try-out.js';
import { urgentWhen } from './urgency-words.js';
import { MinutesSlot } from '../../ui/minutes-slot.js';
import { ComboSlot, namedOptions } from '../../ui/combo-field.js';
import { Slot } from '../../ui/select.js';
import { TimesLines } from '../schedules/shared/times-lines.js';
import { officeHours } from '../schedules/shared/times-of-week.js';
import { ZoneSlot } from '../../ui/zone-field.js';

type Rules = Pick<
  ServiceRow,
  'policyId' | 'urgencyRule' | 'supportHours' | 'ackTimeoutMinutes' | 'reopenWindowMinutes' | 'flapDetection'
> & {
  grouping: Grouping | null;
};

interface Props {
  serviceId: string;
  teamId: string;
  values: Rules;
  errors: Readonly<Record<string, string>>;
  put: (rules: Partial<Rules>) => void;
}

const usualAckTimeout = `default (${serviceLimits.ackTimeoutMinutes.high} min when urgent)`;

/** How a service pages, as sentences with slots. */
export function ServiceSentences({ serviceId, teamId, values, errors, put }: Props) {
  const policies = useAll('policies').filter((policy) => policy.teamId === teamId && !policy.removed);
  const wrong = Object.entries(errors).flatMap(([path, says]) => (sentencePaths.test(path) ? [says] : []));
  return (
    <div className="space-y-1.5 leading-9 sm:col-span-2">
      <p>
        When something fires, page by{' '}
        <ComboSlot
          label="Escalation policy"
          options={namedOptions(policies)}
          value={values.policyId}
          onChoose={(policyId) => put({ policyId })}
        />
        .
      </p>
      <Urgency values={values} put={put} />
      <GroupingSentence serviceId={serviceId} grouping={values.grouping} onChange={(grouping) => put({ grouping })} />
      <Times values={values} put={put} />
      {wrong.map((says) => (
        <p key={says} role="alert" className="text-warn">
          {says}
        </p>
      ))}
    </div>
  );
}

const sentencePaths = /^(policyId|urgencyRule|supportHours|ackTimeoutMinutes|reopenWindowMinutes|grouping)/;

type GroupingProps = { serviceId: string; grouping: Grouping | null; onChange: (grouping: Grouping | null) => void };

/** With what the last alerts would have become. */
function GroupingSentence({ serviceId, grouping, onChange }: GroupingProps) {
  const tried = useGroupingTryOut(serviceId, grouping);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-1.5">
        Alerts are one alert group{' '}
        <GroupingSlots name="this service" none="as their sender groups them" value={grouping} onChange={onChange} />
        <span className="-ml-1.5">.</span>
      </p>
      {tried && <output className="block text-xs leading-4 text-muted">{tried}</output>}
    </>
  );
}

type SlotsProps = Pick<Props, 'values' | 'put'>;

const Urgency = ({ values, put }: SlotsProps) => (
  <>
    <p>
      Urgent{' '}
      <Slot
        label="Urgency"
        value={values.urgencyRule}
        onChange={(event) => put(withRule(event.target.value as Rules['urgencyRule'], values))}
      >
        {urgencyRules.map((rule) => (
          <option key={rule} value={rule}>
            {urgentWhen[rule]}
          </option>
        ))}
      </Slot>
      .
    </p>
    {values.urgencyRule === 'support_hours' && values.supportHours && (
      <SupportHours hours={values.supportHours} onChange={(supportHours) => put({ supportHours })} />
    )}
  </>
);

/** When it is paged again, and when it reopens. */
const Times = ({ values, put }: SlotsProps) => (
  <>
    <p>
      Ask the assignee “still on it?” after{' '}
      <MinutesSlot
        label="Re-page after"
        value={values.ackTimeoutMinutes}
        presets={[15, 30, 60, 120]}
        min={0}
        max={9000}
        none={usualAckTimeout}
        zero="never"
        onChange={(ackTimeoutMinutes) => put({ ackTimeoutMinutes })}
      />
      {values.ackTimeoutMinutes === 0 ? ': it stays acknowledged.' : ', then page again.'}
    </p>
    <p>
      If it fires again within{' '}
      <MinutesSlot
        label="Reopens within"
        value={values.reopenWindowMinutes}
        presets={[5, 15, 60]}
        min={0}
        max={1440}
        none="the default"
        zero="off"
        onChange={(reopenWindowMinutes) => put({ reopenWindowMinutes })}
      />
      {values.reopenWindowMinutes === 0 ? ': always open a new alert group.' : ', reopen the same alert group.'}
    </p>
    <p>
      If it fires and resolves again and again,{' '}
      <Slot
        label="Flapping"
        value={values.flapDetection ? 'once' : 'each'}
        onChange={(event) => put({ flapDetection: event.target.value === 'once' || undefined })}
      >
        <option value="each">page each time</option>
        <option value="once">page once, and keep it open until it is calm</option>
      </Slot>
      .
    </p>
  </>
);

/** Support hours start with office hours. */
const withRule = (urgencyRule: Rules['urgencyRule'], { supportHours }: Rules): Partial<Rules> =>
  urgencyRule === 'support_hours' && !supportHours
    ? { urgencyRule, supportHours: { timeZone: browserZone(), times: [officeHours] } }
    : { urgencyRule };

type Hours = NonNullable<Rules['supportHours']>;

const SupportHours = ({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) => (
  <div>
    <p>
      Support hours in{' '}
      <ZoneSlot label="Time zone of support hours" value={hours.timeZone} onChoose={(timeZone) => onChange({ ...hours, timeZone })} />:
    </p>
    <TimesLines of="support hours" times={hours.times} onChange={(times) => onChange({ ...hours, times })} />
  </div>
);
