import { accessExamples } from './access.js';
import { alertGroupExamples, pageRequestExamples } from './alert-group-commands.js';
import { bulkActExamples } from './bulk-acts.js';
import { calendarFeedExamples } from './calendar-feeds.js';
import type { commands } from './catalogue.js';
import { contactExamples } from './contact-commands.js';
import { coverExamples } from './covers.js';
import { eventSubscriptionExamples } from './event-subscriptions.js';
import type { Examples } from './examples.js';
import { holidayExamples } from './holidays.js';
import { mailServerExamples } from './mail-server.js';
import { organisationExamples } from './organisation.js';
import { overrideExamples } from './overrides.js';
import { peopleExamples } from './people.js';
import { policyExamples } from './policies.js';
import { reactorExamples } from './reactor.js';
import { redactionExamples } from './redactions.js';
import { scheduleExamples, scheduleOwnerExamples } from './schedules.js';
import { integrationExamples, serviceExamples } from './services.js';
import { signInExamples } from './sign-in.js';
import { teamExamples } from './teams.js';
import { tokenExamples } from './tokens.js';

/** A usual body of each command: of it the OpenAPI document and the tests of permissions are made. */
export const commandExamples: Examples<typeof commands> = {
  ...organisationExamples,
  ...peopleExamples,
  ...contactExamples,
  ...tokenExamples,
  ...calendarFeedExamples,
  ...holidayExamples,
  ...accessExamples,
  ...signInExamples,
  ...mailServerExamples,
  ...teamExamples,
  ...serviceExamples,
  ...integrationExamples,
  ...policyExamples,
  ...scheduleOwnerExamples,
  ...scheduleExamples,
  ...overrideExamples,
  ...coverExamples,
  ...pageRequestExamples,
  ...alertGroupExamples,
  ...bulkActExamples,
  ...redactionExamples,
  ...eventSubscriptionExamples,
  ...reactorExamples,
};
