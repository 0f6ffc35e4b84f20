import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { useAll } from '../../data/cache/use-view.js';
import { useJudge } from '../../data/session/session.js';
import { ComboSlot, namedOptions } from '../../ui/combo-field.js';
import { MinutesSlot } from '../../ui/minutes-slot.js';
import { Slot } from '../../ui/select.js';
import { receiverWord } from '../event-subscriptions/shared/use-target-names.js';
import { GroupingSlots } from './shared/grouping-slots.js';

interface Props {
  outcome: RouteRule['outcome'];
  /** `rule 2`. */
  name: string;
  /** Where an alert goes that the rule leads nowhere, as a choice. */
  usual: string;
  /** Of the integration; null: the organisation’s rules. */
  teamId: string | null;
  onChange: (outcome: RouteRule['outcome']) => void;
}

type Settings = Partial<
  Pick<Extract<RouteRule['outcome'], { kind: 'default' }>, 'postTo' | 'policyId' | 'urgency' | 'holdMinutes' | 'grouping' | 'linking'>
>;

const settingsOf = (outcome: RouteRule['outcome']): Settings => {
  const posting = outcome.postTo ? { postTo: outcome.postTo } : {};
  if (outcome.kind === 'record_only') return posting;
  const { policyId, urgency, holdMinutes, grouping, linking } = outcome;
  return {
    ...posting,
    ...(policyId ? { policyId } : {}),
    ...(urgency ? { urgency } : {}),
    ...(holdMinutes ? { holdMinutes } : {}),
    ...(grouping ? { grouping } : {}),
    ...(linking ? { linking } : {}),
  };
};

/** “go to [Payments], paging by [the service’s policy], with [the service’s] urgency, [at once], posted to [#ops]”. */
export function OutcomeSlots({ outcome, name, usual, teamId, onChange }: Props) {
  const settings = settingsOf(outcome);
  const lead = (to: string) => {
    if (to === 'record_only') onChange({ kind: to, ...postingOf(outcome.postTo) });
    else onChange(to === 'default' ? { kind: to, ...settings } : { kind: 'service', serviceId: to, ...settings });
  };
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
      {outcome.kind === 'record_only' ? 'then' : 'go to'}
      <ServiceSlot outcome={outcome} name={name} usual={usual} onChoose={lead} />
      {outcome.kind !== 'record_only' && (
        <SettingSlots settings={settings} name={name} onChange={(next) => onChange({ ...withoutSettings(outcome), ...next })} />
      )}
      <PostSlot
        postTo={outcome.postTo}
        name={name}
        teamId={teamId}
        onChange={(postTo) => {
          const { postTo: _before, ...rest } = outcome;
          onChange({ ...rest, ...postingOf(postTo) });
        }}
      />
    </p>
  );
}

const postingOf = (postTo: string | undefined) => (postTo ? { postTo } : {});

/** The choice that stands for no channel. */
const nowhere = 'nowhere';

/** A channel, or a webhook: beside a service it is told, too; nobody is paged by it. */
function PostSlot({
  postTo,
  name,
  teamId,
  onChange,
}: Pick<Props, 'name' | 'teamId'> & { postTo: string | undefined; onChange: (postTo?: string) => void }) {
  const offered = useAll('eventSubscriptions').filter((one) => one.id === postTo || one.teamId === null || one.teamId === teamId);
  return (
    <>
      <span className="-ml-1">, posted to</span>
      <ComboSlot
        label={`Channel of ${name}`}
        options={[
          { id: nowhere, label: 'no channel' },
          ...offered.map((one) => ({
            id: one.id,
            label: one.name,
            hint: `${receiverWord(one)}${one.disabled ? ', switched off' : ''}`,
          })),
        ]}
        value={postTo ?? nowhere}
        onChoose={(id) => onChange(id === nowhere ? undefined : id)}
      />
    </>
  );
}

const withoutSettings = (outcome: Exclude<RouteRule['outcome'], { kind: 'record_only' }>) =>
  outcome.kind === 'service' ? { kind: outcome.kind, serviceId: outcome.serviceId } : { kind: outcome.kind };

function ServiceSlot({ outcome, name, usual, onChoose }: Omit<Props, 'onChange' | 'teamId'> & { onChoose: (to: string) => void }) {
  const may = useJudge('service.configure');
  const chosen = outcome.kind === 'service' ? outcome.serviceId : outcome.kind;
  const services = useAll('services').filter(({ id, state, teamId }) => id === chosen || (state === 'active' && may({ teamId })));
  return (
    <ComboSlot
      label={`Where ${name} leads`}
      placeholder="choose a service"
      options={[
        ...namedOptions(services),
        { id: 'default', label: usual },
        { id: 'record_only', label: 'record only', hint: 'no one is paged' },
      ]}
      value={chosen}
      onChoose={onChoose}
    />
  );
}

/** The choice that stands for no policy of the rule’s own. */
const ofService = 'service';

function SettingSlots({ settings, name, onChange }: { settings: Settings; name: string; onChange: (settings: Settings) => void }) {
  const { policyId, urgency, holdMinutes } = settings;
  const may = useJudge('service.configure');
  const policies = useAll('policies').filter(({ id, removed, teamId }) => id === policyId || (!removed && may({ teamId })));
  const put = (part: { [K in keyof Settings]: Settings[K] | undefined }) => {
    const next = { ...settings, ...part };
    onChange(settingsOf({ kind: 'default', ...next }));
  };
  return (
    <>
      <span className="-ml-1">, paging by</span>
      <ComboSlot
        label={`Policy of ${name}`}
        options={[{ id: ofService, label: 'the service’s policy' }, ...namedOptions(policies)]}
        value={policyId ?? ofService}
        onChoose={(id) => put({ policyId: id === ofService ? undefined : id })}
      />
      <span className="-ml-1">, urgency</span>
      <Slot
        label={`Urgency of ${name}`}
        value={urgency ?? ''}
        onChange={({ target }) => put({ urgency: (target.value || undefined) as Settings['urgency'] })}
      >
        <option value="">as the service says</option>
        <option value="high">high</option>
        <option value="low">low</option>
      </Slot>
      <span className="-ml-1">, page</span>
      <MinutesSlot<number | null>
        label={`Hold of ${name}`}
        value={holdMinutes ?? null}
        presets={[1, 2, 5, 10, 15]}
        min={routeLimits.hold.min}
        max={routeLimits.hold.max}
        none="at once"
        onChange={(minutes) => put({ holdMinutes: minutes ?? undefined })}
      />
      {holdMinutes !== undefined && <span>later, unless it resolves</span>}
      <span className="-ml-1">, grouped</span>
      <GroupingSlots
        name={name}
        none="as the service says"
        value={settings.grouping ?? null}
        onChange={(grouping) => put({ grouping: grouping ?? undefined })}
      />
      <span className="-ml-1">, linked</span>
      <GroupingSlots
        name={name}
        as="linking"
        none="with nothing"
        value={settings.linking ?? null}
        onChange={(linking) => put({ linking: linking ?? undefined })}
      />
    </>
  );
}
