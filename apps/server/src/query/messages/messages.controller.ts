import { Controller, Get, Query } from '@nestjs/common';
import type { MessagesAnswer } from '@tocsin/contracts/alert-groups/messages.js';
import { Uses } from '../../core/injection.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { parseOrThrow } from '../../problems/problem.js';
import { messageFilter } from './messages-query.js';
import { ViewReader } from '../view-reader.js';
import { MessagesReader, type MessageParts } from './messages-reader.js';

/** The message log: every attempt to reach a person. */
@Controller('api/messages')
export class MessagesController {
  private readonly log: MessagesReader;

  constructor(@Uses(['reads', 'vault']) dependencies: MessageParts, viewReader: ViewReader) {
    this.log = new MessagesReader(dependencies, viewReader);
  }

  @Get()
  messages(@Query() query: unknown, @RequestWithCaller() caller: Caller): Promise<MessagesAnswer> {
    return this.log.page(parseOrThrow(messageFilter, query), caller);
  }
}
