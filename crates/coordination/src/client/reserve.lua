-- KEYS: deadlines, reservation, then one balance per budget. ARGV: max, expires_in ms, then per balance: limit.
-- Answers {'likely'}, {'unlikely', index, left} or {'unknown', index, …}; indexes count from 1. All keys carry one hash
-- tag, so that the keys of expired reservations may be touched as well.
-- Amounts are integers below 2^53 micro-dollars (nine billion dollars), which Lua's doubles hold exactly.
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)

-- Money of reservations that nobody came back for returns. A few at a time: every reservation helps.
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 20)) do
  local max = redis.call('HGET', key, 'max')
  if max and redis.call('HGET', key, 'state') == 'open' then
    for balance in string.gmatch(redis.call('HGET', key, 'balances'), '[^\n]+') do
      if redis.call('EXISTS', balance) == 1 then redis.call('DECRBY', balance, max) end
    end
  end
  redis.call('DEL', key)
  redis.call('ZREM', KEYS[1], key)
end

local unknown = {'unknown'}
for i = 3, #KEYS do
  if redis.call('EXISTS', KEYS[i]) == 0 then table.insert(unknown, i - 2) end
end
if #unknown > 1 then return unknown end

if redis.call('EXISTS', KEYS[2]) == 1 then return {'likely'} end

for i = 3, #KEYS do
  local left = tonumber(ARGV[i]) - tonumber(redis.call('GET', KEYS[i]))
  if tonumber(ARGV[1]) > left then return {'unlikely', i - 2, string.format('%.0f', math.max(left, 0))} end
end

for i = 3, #KEYS do redis.call('INCRBY', KEYS[i], ARGV[1]) end
redis.call('HSET', KEYS[2], 'max', ARGV[1], 'state', 'open', 'balances', table.concat(KEYS, '\n', 3))
redis.call('PEXPIRE', KEYS[2], ARGV[2] * 2)
redis.call('ZADD', KEYS[1], now + ARGV[2], KEYS[2])
return {'likely'}
