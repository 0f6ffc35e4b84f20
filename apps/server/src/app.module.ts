import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { CallDeadlines } from '@tocsin/platform/clock/call-deadlines.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { CommandsController } from './command/commands.controller.js';
import { augmentsOfRooms } from './command/augmented.js';
import { Dispatcher } from './command/dispatcher.js';
import { commandHandlers } from './command/handlers.js';
import { PeopleImportController } from './command/people-import.controller.js';
import type { ServerParts } from './core/server-parts.js';
import { partProviders } from './core/uses.js';
import { MailHealth } from './core/mail-health.js';
import { outgoingHttp } from './core/outgoing-http.js';
import { PublicAddress } from './core/public-address.js';
import { Channels } from './deliveries/channels.js';
import { TimedCalls } from './deliveries/timed-calls.js';
import { ProblemFilter } from './http/problem.filter.js';
import { RateGuard } from './http/rate.guard.js';
import { RateLimits } from './http/rate-limits.js';
import { RefusedRequests } from './http/refused-requests.js';
import { SessionGuard } from './http/caller.js';
import { Erasures } from './erasure/erasures.js';
import { Redacting } from './erasure/redacting.js';
import { TextSearchController } from './erasure/text-search.controller.js';
import { LiveGateway } from './live/live.gateway.js';
import { auditProviders } from './operate/audit-providers.js';
import { AuditWatch } from './operate/audit-watch.js';
import { Metrics } from './operate/metrics.js';
import { MailSettingsController } from './operate/mail-settings.controller.js';
import { OperateController } from './operate/operate.controller.js';
import { OperatorToken } from './operate/operator-token.js';
import { PublicAddressController } from './operate/public-address.controller.js';
import { RebuildController } from './operate/rebuild.controller.js';
import { StoreController } from './operate/store.controller.js';
import { Settling } from './operate/settling.js';
import { AccessController } from './sign-in/access.controller.js';
import { Attempts } from './sign-in/attempts.js';
import { signInAugments } from './sign-in/augments.js';
import { JoiningController } from './sign-in/joining.controller.js';
import { OpenIdController } from './sign-in/open-id.controller.js';
import { PasswordsController } from './sign-in/passwords.controller.js';
import { ProofController } from './sign-in/proof.controller.js';
import { SessionStarter } from './sign-in/session-starter.js';
import { SessionController } from './sign-in/session.controller.js';
import { SetUpCode } from './sign-in/set-up-code.js';
import { SetUpController } from './sign-in/set-up.controller.js';
import { TwoFactor } from './sign-in/two-factor.js';
import { CausesController } from './query/causes.controller.js';
import { EventsController } from './query/events.controller.js';
import { SendersController } from './query/senders.controller.js';
import { EventsExportController } from './query/events-export.controller.js';
import { PreviewsController } from './query/previews.controller.js';
import { MessagesController } from './query/messages/messages.controller.js';
import { MessagesExportController } from './query/messages/messages-export.controller.js';
import { IntegrationsController } from './query/integrations.controller.js';
import { CalendarReading } from './query/calendars/calendar-reading.js';
import { CalendarsController } from './query/calendars/calendars.controller.js';
import { FeedsController } from './query/calendars/feeds.controller.js';
import { OnCallController } from './query/on-call/on-call.controller.js';
import { PoliciesController } from './query/on-call/policies.controller.js';
import { QualityController } from './query/on-call/quality.controller.js';
import { SchedulesController } from './query/on-call/schedules.controller.js';
import { PagesController } from './page-link/pages.controller.js';
import { PushController } from './query/push.controller.js';
import { queryHandlers } from './query/queries.js';
import { ViewReader } from './query/view-reader.js';
import { TokensController } from './query/tokens.controller.js';
import { CoverageCalculator } from './drills/coverage-calculator.js';
import { DrillsController } from './drills/drills.controller.js';
import { BacktestsController } from './backtests/backtests.controller.js';
import { BacktestRunner } from './backtests/backtest-runner.js';
import { ImportsController } from './imports/imports.controller.js';
import { ImportRunner } from './imports/import-runner.js';
import { ReportsController } from './reports/reports.controller.js';
import { ReportsKeeper } from './reports/reports-keeper.js';
import { WhyController } from './query/why.controller.js';
import { ViewsController } from './query/views.controller.js';

@Module({})
export class AppModule {
  /** The Nest module with all controllers and gateways, built around the opened parts of the server. */
  static around(parts: ServerParts, rates: RateLimits): DynamicModule {
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot()],
      controllers: [
        CommandsController,
        SetUpController,
        PeopleImportController,
        SessionController,
        JoiningController,
        PasswordsController,
        AccessController,
        ProofController,
        OpenIdController,
        ViewsController,
        EventsController,
        CausesController,
        WhyController,
        ReportsController,
        DrillsController,
        BacktestsController,
        ImportsController,
        EventsExportController,
        MessagesExportController,
        MessagesController,
        PreviewsController,
        SendersController,
        IntegrationsController,
        OnCallController,
        FeedsController,
        CalendarsController,
        PoliciesController,
        SchedulesController,
        QualityController,
        TokensController,
        PagesController,
        PushController,
        OperateController,
        PublicAddressController,
        MailSettingsController,
        RebuildController,
        StoreController,
        TextSearchController,
      ],
      providers: [
        ...partProviders(parts),
        { provide: OutgoingHttp, useValue: outgoingHttp(parts) },
        { provide: CallDeadlines, useFactory: () => new CallDeadlines(parts.clock) },
        {
          provide: MailHealth,
          useFactory: () =>
            new MailHealth(
              () => parts.clock.now(),
              (error) => parts.troubles.note('mail', error),
            ),
        },
        {
          provide: TimedCalls,
          useFactory: (timer: CallDeadlines, health: MailHealth) => new TimedCalls(parts, timer, health),
          inject: [CallDeadlines, MailHealth],
        },
        {
          provide: Channels,
          useFactory: (calls: TimedCalls, tabs: LiveGateway, address: PublicAddress) =>
            new Channels({ server: parts, calls, tabs, address }),
          inject: [TimedCalls, LiveGateway, PublicAddress],
        },
        ...auditProviders(parts),
        ReportsKeeper,
        CoverageCalculator,
        BacktestRunner,
        ImportRunner,
        { provide: OperatorToken, useFactory: () => new OperatorToken(parts.folder.path) },
        {
          provide: Settling,
          useFactory: (deadlines: CallDeadlines, erasures: Erasures, redacting: Redacting) =>
            new Settling(parts, deadlines, [erasures, redacting]),
          inject: [CallDeadlines, Erasures, Redacting],
        },
        {
          provide: Erasures,
          useFactory: (dispatcher: Dispatcher, live: LiveGateway) =>
            new Erasures(
              parts,
              (type, data, order) => dispatcher.send(type, data, order),
              (hashes) => live.endSessions(hashes),
            ),
          inject: [Dispatcher, LiveGateway],
        },
        {
          provide: Redacting,
          useFactory: (live: LiveGateway) => new Redacting(parts, (views) => live.tellMade(views)),
          inject: [LiveGateway],
        },
        {
          provide: Metrics,
          useFactory: (live: LiveGateway, watch: AuditWatch, refused: RefusedRequests) =>
            new Metrics(parts, () => live.connected, watch, refused),
          inject: [LiveGateway, AuditWatch, RefusedRequests],
        },
        RefusedRequests,
        {
          provide: APP_FILTER,
          useFactory: (refused: RefusedRequests) => new ProblemFilter(parts.troubles, refused),
          inject: [RefusedRequests],
        },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: RateGuard },
        { provide: RateLimits, useValue: rates },
        PublicAddress,
        { provide: Attempts, useFactory: () => new Attempts(parts) },
        { provide: TwoFactor, useFactory: () => new TwoFactor(parts) },
        ViewReader,
        CalendarReading,
        SessionStarter,
        SetUpCode,
        { provide: augmentsOfRooms, useValue: signInAugments },
        Dispatcher,
        LiveGateway,
        ...commandHandlers,
        ...queryHandlers,
      ],
    };
  }
}
