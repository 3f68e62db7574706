-- KEYS: lease. ARGV: holder, fence, ttl in ms; a ttl of 0 gives it back.
local current = redis.call('HMGET', KEYS[1], 'holder', 'fence')
if current[1] ~= ARGV[1] or current[2] ~= ARGV[2] then
  return 0
end
if ARGV[3] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 1
