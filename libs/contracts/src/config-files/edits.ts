import { organisationRouter } from '../route-rules/noun.js';

type Ids = (data: never) => readonly string[];

/** Facts by which people edit what a file may own, and whom they concern. */
export const edits: Readonly<Record<string, Ids>> = {
  TeamRenamed: ({ teamId }: { teamId: string }) => [teamId],
  TeamMemberAdded: ({ teamId }: { teamId: string }) => [teamId],
  TeamMemberRoleChanged: ({ teamId }: { teamId: string }) => [teamId],
  TeamMemberRemoved: ({ teamId }: { teamId: string }) => [teamId],
  ConnectionChanged: ({ connectionId }: { connectionId: string }) => [connectionId],
  ConnectionRemoved: ({ connectionId }: { connectionId: string }) => [connectionId],
  ServiceChanged: ({ serviceId }: { serviceId: string }) => [serviceId],
  ServiceArchived: ({ serviceId }: { serviceId: string }) => [serviceId],
  ServicesMovedToPolicy: ({ serviceIds }: { serviceIds: readonly string[] }) => serviceIds,
  PolicyChanged: ({ policyId }: { policyId: string }) => [policyId],
  PolicyRemoved: ({ policyId }: { policyId: string }) => [policyId],
  ScheduleRenamed: ({ scheduleId }: { scheduleId: string }) => [scheduleId],
  ScheduleChanged: ({ scheduleId }: { scheduleId: string }) => [scheduleId],
  ScheduleRemoved: ({ scheduleId }: { scheduleId: string }) => [scheduleId],
  IntegrationRenamed: ({ integrationId }: { integrationId: string }) => [integrationId],
  IntegrationRemoved: ({ integrationId }: { integrationId: string }) => [integrationId],
  HeartbeatChanged: ({ heartbeatId }: { heartbeatId: string }) => [heartbeatId],
  HeartbeatRemoved: ({ heartbeatId }: { heartbeatId: string }) => [heartbeatId],
  MaintenanceChanged: ({ windowId }: { windowId: string }) => [windowId],
  MaintenanceRemoved: ({ windowId }: { windowId: string }) => [windowId],
  MappingChanged: ({ integrationId }: { integrationId: string }) => [integrationId],
  LookupSaved: ({ lookupId }: { lookupId: string }) => [lookupId],
  LookupRemoved: ({ lookupId }: { lookupId: string }) => [lookupId],
  InhibitionRuleSaved: ({ ruleId }: { ruleId: string }) => [ruleId],
  InhibitionRuleRemoved: ({ ruleId }: { ruleId: string }) => [ruleId],
};

/** The same about routes, by the integration that has them. */
export const editsOfRoutes: Readonly<Record<string, (data: never) => string>> = {
  RoutesChanged: ({ integrationId }: { integrationId: string }) => integrationId,
  OrganisationRoutesChanged: () => organisationRouter,
};
