import { Controller, Get } from '@nestjs/common';
import type { SendersAnswer } from '@tocsin/contracts/integrations/senders.js';
import { senders } from '../ingest/senders/senders.js';

const answer: SendersAnswer = {
  senders: senders.map(({ id, name, about, format, steps, test, resolves, traps }) => ({
    id,
    name,
    about,
    kind: format.kind,
    steps,
    test,
    resolves,
    traps: [...traps],
  })),
};

/** The senders that can be connected, with their set-up text. */
@Controller('api/senders')
export class SendersController {
  @Get()
  senders(): SendersAnswer {
    return answer;
  }
}
