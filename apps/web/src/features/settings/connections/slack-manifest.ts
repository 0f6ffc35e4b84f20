/** An app of Slack with all that Tocsin needs, as its “From a manifest” takes it. `requestUrl`: where presses go; null: to a socket. */
export const slackManifest = (requestUrl: string | null): string =>
  JSON.stringify(
    {
      display_information: { name: 'Tocsin' },
      features: { bot_user: { display_name: 'Tocsin', always_online: true } },
      oauth_config: { scopes: { bot: ['chat:write', 'chat:write.public', 'users:read', 'usergroups:read', 'usergroups:write'] } },
      settings: {
        interactivity: { is_enabled: true, ...(requestUrl === null ? {} : { request_url: requestUrl }) },
        socket_mode_enabled: requestUrl === null,
      },
    },
    null,
    2,
  );
