import * as backtests from './backtests.js';
import * as imports from './imports.js';
import { eventsCounted, openingsCounted, reportAnswer } from './reports.js';
import { whyAnswer } from './why.js';
import { previewsAnswer } from './previews.js';
import { messagesAnswer } from './messages.js';
import * as access from './access.js';
import * as proof from './proof.js';
import * as calendars from './calendar-import.js';
import { calendarFeedAnswer } from './calendar-feeds.js';
import { bulkRequest } from './alert-group-commands.js';
import { commands } from './catalogue.js';
import * as health from './health.js';
import * as http from './http.js';
import { pageAct, pageLinkShown } from './page-link.js';
import { uncoveredAnswer } from './away.js';
import * as schedule from './schedule-answers.js';
import { setUpRequest } from './organisation.js';
import { textSearchAnswer, textSearchRequest } from './redactions.js';
import { tokenUses } from './tokens.js';
import { importAnswer, importRequest } from './people-import.js';
import { joinRequest, signInRequest } from './people.js';
import { qualityAnswer } from './schedule-quality.js';
import { aheadAnswer } from './schedules-ahead.js';
import { zoneTableAnswer } from './zone-tables.js';
import { sendersAnswer } from './senders.js';
import { coverageAnswer, drillAnswer, drillRequest } from './drills.js';
import { mailBounce, mailBounceResult, mailSettings, mailTest, mailTestResult } from './mail-server.js';
import { signInSettings, signInShown } from './sign-in.js';

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
  MailSettings: mailSettings,
  MailBounce: mailBounce,
  MailBounced: mailBounceResult,
  MailTest: mailTest,
  MailTested: mailTestResult,
  JoinRequest: joinRequest,
  InvitationShown: http.invitationShown,
  SessionAnswer: http.sessionAnswer,
  Accepted: http.accepted,
  ImportRequest: importRequest,
  ImportAnswer: importAnswer,
  BulkRequest: bulkRequest,
  BulkAnswer: http.bulkAnswer,
  Listed: http.listed,
  ShownRow: http.shownRow,
  ReadsAnswer: http.readsAnswer,
  EventsAnswer: http.eventsAnswer,
  EventShown: http.eventShown,
  CausesAnswer: http.causesAnswer,
  EffectsAnswer: http.effectsAnswer,
  WhyAnswer: whyAnswer,
  ReportAnswer: reportAnswer,
  DrillRequest: drillRequest,
  DrillAnswer: drillAnswer,
  CoverageAnswer: coverageAnswer,
  BacktestRequest: backtests.backtestRequest,
  BacktestAnswer: backtests.backtestAnswer,
  BacktestList: backtests.backtestList,
  BacktestDifferences: backtests.backtestDifferences,
  ImportShown: imports.importShown,
  ImportAnswered: imports.importTableAnswer,
  ImportList: imports.importList,
  OpeningsCounted: openingsCounted,
  EventsCounted: eventsCounted,
  MessagesAnswer: messagesAnswer,
  PreviewsAnswer: previewsAnswer,
  IntegrationKeys: http.integrationKeys,
  OnCallAnswer: schedule.onCallAnswer,
  PolicyPeopleAnswer: schedule.policyPeopleAnswer,
  PersonShiftsAnswer: schedule.personShiftsAnswer,
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
