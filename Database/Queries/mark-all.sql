-- A mark of each of the people numbered ?1 to ?2: it differs when anything of them does.
SELECT id, number, checksum FROM person WHERE number BETWEEN ?1 AND ?2;
