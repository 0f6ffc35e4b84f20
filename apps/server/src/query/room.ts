import type { Room } from '../core/room.js';
import { AlertSearch } from './alert-search.js';
import { CalendarReading } from './calendars/calendar-reading.js';
import { CalendarsController } from './calendars/calendars.controller.js';
import { CausesController } from './causes.controller.js';
import { EventsExportController } from './events-export.controller.js';
import { Computations } from './computations/computations.js';
import { EventsController } from './events.controller.js';
import { LookupTryOutController } from './lookup-try-out.controller.js';
import { MappingsController } from './mappings.controller.js';
import { RouteTryOutController } from './route-try-out.controller.js';
import { RevertReachController } from './revert-reach.controller.js';
import { SilencePreviewController } from './silence-preview.controller.js';
import { FilmsController } from './films/films.controller.js';
import { HistorySearch } from './history-search/history-search.js';
import { IntegrationsController } from './integrations.controller.js';
import { MessagesExportController } from './messages/messages-export.controller.js';
import { MessagesController } from './messages/messages.controller.js';
import { OnCallController } from './on-call/on-call.controller.js';
import { PoliciesController } from './on-call/policies.controller.js';
import { SchedulesController } from './on-call/schedules.controller.js';
import { MomentController } from './moment.controller.js';
import { PastReads } from './past-reads.js';
import { PreviewsController } from './previews.controller.js';
import { ContactCardController } from './contact-card.controller.js';
import { PushController } from './push.controller.js';
import { queryHandlers } from './queries.js';
import { SendersController } from './senders.controller.js';
import { SharedThread } from './shared-thread.js';
import { TokensController } from './tokens.controller.js';
import { ViewReader } from './view-reader.js';
import { ViewsController } from './views.controller.js';
import { WhyController } from './why.controller.js';

export const queryRoom: Room = {
  controllers: [
    ViewsController,
    MomentController,
    EventsController,
    CausesController,
    WhyController,
    FilmsController,
    EventsExportController,
    MessagesExportController,
    MessagesController,
    PreviewsController,
    SendersController,
    IntegrationsController,
    LookupTryOutController,
    MappingsController,
    RouteTryOutController,
    RevertReachController,
    SilencePreviewController,
    OnCallController,
    CalendarsController,
    PoliciesController,
    SchedulesController,
    TokensController,
    PushController,
    ContactCardController,
  ],
  providers: [ViewReader, AlertSearch, HistorySearch, PastReads, SharedThread, Computations, CalendarReading, ...queryHandlers],
};
