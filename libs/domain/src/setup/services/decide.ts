import type { FactOf } from '@tocsin/contracts/catalogue.js';
import * as teamLimits from '@tocsin/contracts/teams/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { commands as serviceCommands, ServiceFact, ServiceLabels, ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refuseTakenKey } from '../../rules/external-key.js';
import { isNameHeld } from '../../rules/names.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { decideInTeam, policyWordOf, type DecideInTeam, type TeamState, type TeamTables } from '../teams/shared/state.js';
import { refuseForeignId } from '../../rules/foreign-id.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { hasZone } from '../schedules/shared/within-hours.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { moveToPolicy, serviceFold } from './views.js';

export type ServiceCommand = Messages<typeof serviceCommands>;
type Data<T extends ServiceCommand['type']> = DataOf<ServiceCommand, T>;

/** The first problem of a submitted form; null: none. */
const refuseForm = (
  { services, policies }: TeamState,
  settings: Pick<ServiceRow, 'name' | 'policyId' | 'urgencyRule' | 'supportHours'>,
  serviceId: string,
) => {
  if (isNameHeld(services, settings.name, serviceId)) return refuse('service.name_taken', {}, 'name');
  const { urgencyRule, supportHours } = settings;
  if (urgencyRule === 'support_hours' && !supportHours) return refuse('service.support_hours_missing', {}, 'supportHours');
  const zone = supportHours?.timeZone;
  if (zone !== undefined && !hasZone(zone)) return refuse('time_zone.unknown', { zone }, 'supportHours.timeZone');
  const policy = policies.get(settings.policyId);
  return policy && !policy.removed ? null : refuse('policy.not_found', {}, 'policyId');
};

const create: DecideInTeam<Data<'CreateService'>> = (data, state, context) => {
  const { externalKey, rehearses, flapDetection, labels, ...given } = data;
  const settings = {
    ...given,
    ...onlySet({ flapDetection, labels }),
  };
  const serviceId = data.serviceId ?? context.newId('service');
  const existingService = state.services.get(serviceId);
  if (existingService)
    return hasSameSettings(existingService, { ...settings, serviceId: undefined })
      ? new Nothing({ serviceId })
      : refuse('conflict.revision', { name: existingService.name });
  return (
    refuseForeignId(context.reads.services, serviceId) ??
    refuseForm(state, data, serviceId) ??
    refuseTakenKey(context, 'Service', externalKey) ?? [
      {
        type: 'ServiceCreated',
        data: { ...settings, serviceId, ...(externalKey === undefined ? {} : { externalKey }), ...(rehearses ? { rehearses } : {}) },
      },
    ]
  );
};

type Settings = Omit<ServiceRow, 'id' | 'teamId' | 'version' | 'state' | 'rehearsingSince'>;
type GivenSettings = Omit<Data<'ChangeService'>, 'teamId' | 'serviceId' | 'version' | 'applyToOpen'>;

const settingsOf = ({
  id: _id,
  teamId: _teamId,
  version: _version,
  state: _state,
  rehearsingSince: _rehearsing,
  ...settings
}: ServiceRow): Settings => settings;

/** What is left out stays as it is; null is the default. */
const withGiven = (
  { supportHours: before, flapDetection: flapped, labels: labelsBefore, grouping: groupingBefore, ...row }: Settings,
  { supportHours = before, flapDetection = flapped, labels = labelsBefore, grouping = groupingBefore, ...given }: GivenSettings,
): Settings => {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<typeof given>;
  const { description = row.description, urgencyRule = row.urgencyRule } = known;
  const defaults = { description: description ?? '', urgencyRule: urgencyRule ?? 'by_severity' };
  return {
    ...row,
    ...known,
    ...defaults,
    ...(supportHours ? { supportHours } : {}),
    ...onlySet({ flapDetection, labels }),
    // null only where there was one: the router goes on in another order of places then
    ...(grouping || groupingBefore !== undefined ? { grouping: grouping ?? null } : {}),
  };
};

/** Settings that have a field only where they say something. */
const onlySet = ({
  flapDetection,
  labels,
}: Pick<GivenSettings, 'flapDetection' | 'labels'>): Pick<Settings, 'flapDetection' | 'labels'> => ({
  ...(flapDetection ? { flapDetection: true } : {}),
  ...(labels && Object.keys(labels).length > 0 ? { labels: inOrder(labels) } : {}),
});

/** By name, so that the same labels are the same settings. */
const inOrder = (labels: ServiceLabels): ServiceLabels =>
  Object.fromEntries(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** What the service has no longer has a field in its settings. */
const isUnchanged = (service: ServiceRow, settings: Settings): boolean =>
  hasSameSettings(service, { supportHours: undefined, flapDetection: undefined, labels: undefined, ...settings });

const change: DecideInTeam<Data<'ChangeService'>> = (data, state) => {
  const { applyToOpen, teamId, serviceId, version, ...given } = data;
  const service = state.services.get(serviceId);
  if (!service) return refuse('service.not_found');
  const settings = withGiven(settingsOf(service), given);
  if (isUnchanged(service, settings)) return new Nothing({ version: service.version });
  if (version !== service.version) return refuse('conflict.revision', { name: service.name });
  const applies = applyToOpen && settings.policyId !== service.policyId ? { appliesToOpen: true as const } : {};
  const relabels = hasSameSettings(service, { labels: settings.labels }) ? {} : { relabelled: true as const };
  return (
    refuseForm(state, settings, serviceId) ?? [
      { type: 'ServiceChanged', data: { teamId, serviceId, version: version + 1, ...settings, ...applies, ...relabels } },
    ]
  );
};

const takeLive: DecideInTeam<Data<'TakeServiceLive'>> = (data, { services }) => {
  const service = services.get(data.serviceId);
  if (!service) return refuse('service.not_found');
  return service.rehearsingSince === undefined ? new Nothing() : [{ type: 'ServiceWentLive', data }];
};

const archiveService: DecideInTeam<Data<'ArchiveService'>> = (data, { services }) => {
  const service = services.get(data.serviceId);
  if (!service) return refuse('service.not_found');
  return service.state === 'archived' ? new Nothing() : [{ type: 'ServiceArchived', data }];
};

const restore: DecideInTeam<Data<'RestoreService'>> = (data, { services }) => {
  const service = services.get(data.serviceId);
  if (!service) return refuse('service.not_found');
  return service.state === 'active' ? new Nothing() : [{ type: 'ServiceRestored', data }];
};

const moveAll: DecideInTeam<Data<'MoveAllToPolicy'>> = ({ teamId, policyId, toPolicyId }, { services, policies }) => {
  if (policyId === toPolicyId) return refuse('policy.same', {}, 'toPolicyId');
  if (!policies.get(policyId)) return refuse('policy.not_found', {}, 'policyId');
  const to = policies.get(toPolicyId);
  if (!to || to.removed) return refuse('policy.not_found', {}, 'toPolicyId');
  const serviceIds = [...services.keysWithWord(policyWordOf(policyId), teamLimits.movedTogether)];
  const more = services.count(policyWordOf(policyId)) > serviceIds.length ? { more: true as const } : {};
  return serviceIds.length === 0
    ? new Nothing()
    : [{ type: 'ServicesMovedToPolicy', data: { teamId, policyId, toPolicyId, serviceIds, ...more } }];
};

const moveServices = (state: TeamState, { serviceIds, toPolicyId }: FactOf<'ServicesMovedToPolicy'>): TeamState => ({
  ...state,
  services: serviceIds.reduce((services, id) => {
    const row = services.get(id);
    return row ? services.with(id, moveToPolicy(row, toPolicyId)) : services;
  }, state.services),
});

export const services: TeamTables<ServiceCommand, ServiceFact> = {
  decide: {
    CreateService: decideInTeam('service.configure', create),
    ChangeService: decideInTeam('service.configure', change),
    TakeServiceLive: decideInTeam('service.configure', takeLive),
    ArchiveService: decideInTeam('service.configure', archiveService),
    RestoreService: decideInTeam('service.configure', restore),
    MoveAllToPolicy: decideInTeam('service.configure', moveAll),
  },
  evolve: {
    ...evolveOf<TeamState, ServiceRow, Exclude<ServiceFact, { type: 'ServicesMovedToPolicy' }>>(
      serviceFold,
      (state, id) => state.services.get(id),
      (state, id, row) => ({ ...state, services: state.services.with(id, row) }),
    ),
    ServicesMovedToPolicy: moveServices,
  },
};

const sameInput = sameFor<ServiceCommand>();

export const inputs: InputsOf<ServiceFact, ServiceCommand> = {
  ServiceCreated: sameInput('CreateService'),
  ServiceChanged: ({ appliesToOpen: applyToOpen, relabelled: _follows, ...data }) =>
    sameInput('ChangeService')({
      ...data,
      supportHours: data.supportHours ?? null,
      flapDetection: data.flapDetection ?? false,
      labels: data.labels ?? null,
      grouping: data.grouping ?? null,
      version: data.version - 1,
      ...(applyToOpen ? { applyToOpen } : {}),
    }),
  ServiceWentLive: sameInput('TakeServiceLive'),
  ServiceArchived: sameInput('ArchiveService'),
  ServicesMovedToPolicy: ({ teamId, policyId, toPolicyId }) => ({ type: 'MoveAllToPolicy', data: { teamId, policyId, toPolicyId } }),
  ServiceRestored: sameInput('RestoreService'),
};
