-- Starts of nats-server at which the redelivery of unacknowledged messages was asked for, by consumer. A server has a new id at each start.
CREATE TABLE nats_server (
    consumer text NOT NULL,
    server   text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, server)
);
