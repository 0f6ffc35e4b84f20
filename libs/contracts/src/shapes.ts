import * as backtests from './backtests/backtests.js';
import * as configPlans from './config-files/plan.js';
import * as imports from './imports/imports.js';
import * as history from './imported-history/answers.js';
import * as moving from './moving-in/moving-in.js';
import * as phoneNumbers from './moving-in/phone-numbers.js';
import { eventsCounted, openingsCounted, reportAnswer } from './reports/reports.js';
import { filmAnswer } from './film/film.js';
import { whyAnswer } from './why/why.js';
import { previewsAnswer } from './alert-groups/previews.js';
import { messagesAnswer } from './alert-groups/messages.js';
import * as access from './access/noun.js';
import * as proof from './proof.js';
import * as calendars from './schedules/calendar-import.js';
import { calendarFeedAnswer } from './calendar-feeds/noun.js';
import { bulkRequest } from './alert-groups/commands.js';
import { commands } from './catalogue.js';
import * as health from './health.js';
import * as http from './http.js';
import { followShown } from './followers/follow-link.js';
import { pageAct, pageLinkShown } from './alert-groups/page-link.js';
import { uncoveredAnswer } from './people/away.js';
import * as schedule from './schedules/answers.js';
import { setUpRequest } from './organisation/noun.js';
import { textSearchAnswer, textSearchRequest } from './redactions/noun.js';
import { tokenUses } from './tokens/noun.js';
import { importAnswer, importRequest } from './people/import.js';
import { joinRequest, signInRequest } from './people/commands.js';
import { qualityAnswer } from './schedules/quality.js';
import { aheadAnswer } from './schedules/ahead.js';
import { zoneTableAnswer } from './schedules/zone-tables.js';
import { sendersAnswer } from './integrations/senders.js';
import { lookupTryOut, lookupTryOutRequest } from './lookups/try-out.js';
import { mappingSamples, mappingTryOut, mappingTryOutRequest } from './mappings/try-out.js';
import { groupingTryOut, groupingTryOutRequest } from './grouping.js';
import { routeTryOut, routeTryOutRequest } from './route-rules/try-out.js';
import { silencePreview, silencePreviewRequest } from './silences/preview.js';
import { revertReach, revertReachRequest } from './revert-reach.js';
import { coverageAnswer, drillAnswer, drillRequest } from './drills/drills.js';
import * as policyDrills from './drills/policy-drills.js';
import { connectionsShown, connectionTest, connectionTestResult } from './connections/noun.js';
import { backupsShown, destinationTest, destinationTestResult } from './backups/noun.js';
import { mailBounce, mailBounceResult, mailSettings, mailTest, mailTestResult } from './mail-server/noun.js';
import { signInSettings, signInShown } from './sign-in/noun.js';

const named = {
  AliveAnswer: health.aliveAnswer,
  ReadyAnswer: health.readyAnswer,
  HealthAnswer: health.healthAnswer,
  StatusAnswer: http.statusAnswer,
  AddressTest: http.addressTest,
  AddressTested: http.addressTestResult,
  ReachedAnswer: http.reachedAnswer,
  SetUpRequest: setUpRequest,
  SetUpAnswer: http.setUpAnswer,
  SignInRequest: signInRequest,
  SecondStepAnswer: access.secondStepAnswer,
  SecondStepRequest: access.secondStepRequest,
  ChangePasswordRequest: access.changePasswordRequest,
  ProofRequest: proof.proofRequest,
  ResetAsked: access.resetLinkRequest,
  ResetAnswer: access.resetAnswer,
  ResetShown: access.resetShown,
  ResetRequest: access.resetRequest,
  AccessShown: access.accessShown,
  TwoFactorOffered: access.twoFactorOffer,
  SignInShown: signInShown,
  SignInSettings: signInSettings,
  Connections: connectionsShown,
  ConnectionTest: connectionTest,
  ConnectionTested: connectionTestResult,
  BackupsShown: backupsShown,
  DestinationTest: destinationTest,
  DestinationTested: destinationTestResult,
  MailSettings: mailSettings,
  MailBounce: mailBounce,
  MailBounced: mailBounceResult,
  MailTest: mailTest,
  MailTested: mailTestResult,
  JoinRequest: joinRequest,
  InvitationShown: http.invitationShown,
  SessionAnswer: http.sessionAnswer,
  TelegramLink: http.telegramLink,
  Accepted: http.accepted,
  ImportRequest: importRequest,
  ImportAnswer: importAnswer,
  BulkRequest: bulkRequest,
  BulkAnswer: http.bulkAnswer,
  Moment: http.moment,
  Listed: http.listed,
  ShownRow: http.shownRow,
  ReadsAnswer: http.readsAnswer,
  EventsAnswer: http.eventsAnswer,
  EventShown: http.eventShown,
  CausesAnswer: http.causesAnswer,
  EffectsAnswer: http.effectsAnswer,
  WhyAnswer: whyAnswer,
  FilmAnswer: filmAnswer,
  ReportAnswer: reportAnswer,
  LookupTryOutRequest: lookupTryOutRequest,
  LookupTryOut: lookupTryOut,
  MappingSamples: mappingSamples,
  MappingTryOutRequest: mappingTryOutRequest,
  MappingTryOut: mappingTryOut,
  RouteTryOutRequest: routeTryOutRequest,
  RouteTryOut: routeTryOut,
  GroupingTryOutRequest: groupingTryOutRequest,
  GroupingTryOut: groupingTryOut,
  RevertReachRequest: revertReachRequest,
  RevertReach: revertReach,
  SilencePreviewRequest: silencePreviewRequest,
  SilencePreview: silencePreview,
  DrillRequest: drillRequest,
  DrillAnswer: drillAnswer,
  PolicyDrillsRequest: policyDrills.policyDrillsRequest,
  PolicyDrillsAnswer: policyDrills.policyDrillsAnswer,
  CoverageAnswer: coverageAnswer,
  BacktestRequest: backtests.backtestRequest,
  BacktestAnswer: backtests.backtestAnswer,
  BacktestList: backtests.backtestList,
  BacktestDifferences: backtests.backtestDifferences,
  ConfigPlan: configPlans.configPlan,
  ConfigApplyAnswer: configPlans.configApplyAnswer,
  ConfigFiles: configPlans.configFiles,
  ConfigDrift: configPlans.configDrift,
  ConfigSchema: configPlans.configSchema,
  ImportShown: imports.importShown,
  ImportAnswered: imports.importTableAnswer,
  ImportedAlerts: history.importedAlerts,
  ImportedHistory: history.importedHistory,
  RedactedAlert: history.redactedAlert,
  RescuesOfPerson: history.rescuesOfPerson,
  ImportList: imports.importList,
  MovingInRequest: moving.movingInRequest,
  MovingInAnswer: moving.movingInAnswer,
  PhoneNumbersRequest: phoneNumbers.phoneNumbersRequest,
  PhoneNumbersAnswer: phoneNumbers.phoneNumbersAnswer,
  UnsentInvitations: moving.unsentInvitations,
  OpeningsCounted: openingsCounted,
  EventsCounted: eventsCounted,
  MessagesAnswer: messagesAnswer,
  PreviewsAnswer: previewsAnswer,
  IntegrationKeys: http.integrationKeys,
  OnCallAnswer: schedule.onCallAnswer,
  PolicyPeopleAnswer: schedule.policyPeopleAnswer,
  PersonShiftsAnswer: schedule.personShiftsAnswer,
  TimelineAnswer: schedule.timelineAnswer,
  UncoveredAnswer: uncoveredAnswer,
  ShiftsAnswer: schedule.shiftsAnswer,
  DraftRequest: schedule.draftRequest,
  DraftAnswer: schedule.draftAnswer,
  QualityAnswer: qualityAnswer,
  AheadAnswer: aheadAnswer,
  ZoneTableAnswer: zoneTableAnswer,
  SendersAnswer: sendersAnswer,
  TokenUses: tokenUses,
  CalendarFeedAnswer: calendarFeedAnswer,
  HolidaysRequest: calendars.holidaysRequest,
  HolidaysAnswer: calendars.holidaysAnswer,
  ShiftsRequest: calendars.shiftsRequest,
  ShiftsImportAnswer: calendars.shiftsAnswer,
  TextSearchRequest: textSearchRequest,
  TextSearchAnswer: textSearchAnswer,
  PageShown: pageLinkShown,
  PageAct: pageAct,
  FollowShown: followShown,
  PushShown: http.pushShown,
  NewOwnerRequest: http.newOwnerRequest,
  RebuildRequest: http.rebuildRequest,
  RebuildAccepted: http.rebuildAccepted,
  RebuildShown: http.rebuildShown,
  ClockRequest: http.clockRequest,
  ClockAnswer: http.clockAnswer,
};

/** Shapes of command data, by command name. */
type CommandShapes = { readonly [T in keyof typeof commands]: (typeof commands)[T]['data'] };

/**
 * Every body and answer of a route, by the name it has in the OpenAPI document. What a monitoring system is answered stands with its
 * format, in the server.
 */
export const shapes: typeof named & CommandShapes = {
  ...named,
  ...(Object.fromEntries(Object.entries(commands).map(([type, { data }]) => [type, data])) as CommandShapes),
};
export type ShapeName = keyof typeof shapes;
