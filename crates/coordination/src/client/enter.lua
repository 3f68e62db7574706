-- KEYS: members. ARGV: id, longest in ms. Those whose time is over are forgotten; answers how many there are.
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[1] ~= '' then
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], math.max(ARGV[2] * 2, redis.call('PTTL', KEYS[1])))
end
return redis.call('ZCARD', KEYS[1])
